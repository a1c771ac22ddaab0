import type { Ban, StoredKey, OpsResult } from '@foretell/contracts';
import { money, timeText } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker, Reading } from '../invoker';
import { formOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

/** A wallet's funds and keys, and an operator's actions on it. */
export async function wallet(invoker: Invoker, query: URLSearchParams): Promise<Part> {
  const address = (query.get('wallet') ?? '').trim().replace(/^-+/, '');
  const values = { WALLET: address, ADDRESS: address };
  return [
    html`<form action="/wallet">
      <div class="field">
        <label for="wallet">Wallet to show</label>
        <input id="wallet" name="wallet" value="${address}" required autocomplete="off" spellcheck="false" />
      </div>
      <button>Show</button>
    </form>`,
    address === '' ? banTable(await invoker.read('keys', 'bans')) : await holdings(invoker, address),
    ['credit', 'debit', 'ban', 'revoke-keys'].map((id) => {
      const action = actionNamed(id);
      return section(action.title, formOf(action, { values }));
    }),
  ];
}

/** All bans, or those of a wallet. */
function banTable(reading: Reading<readonly Ban[]>): Part {
  return section(
    'Bans',
    shown(reading, (bans) =>
      rowsOf(
        'Bans',
        ['Address', 'Mode', 'Since'],
        bans.map(({ address, mode, since }) => [html`<a href="/wallet?wallet=${address}">${address}</a>`, mode, timeText(since)]),
      ),
    ),
  );
}

async function holdings(invoker: Invoker, address: string): Promise<Part> {
  const [owned, keys, bans] = await Promise.all([
    invoker.read<OpsResult<'ops.clob.ledger.show'>>('ledger', 'show', address),
    invoker.read<readonly StoredKey[]>('keys', 'list', address),
    invoker.read<readonly Ban[]>('keys', 'bans', address),
  ]);
  return [
    section(
      'Balance',
      shown(owned, ({ available, locked, positions }) => [
        html`<p>${money(available)} USDC available, ${money(locked)} USDC locked in orders</p>`,
        rowsOf(
          'Positions',
          ['Market', 'Outcome', 'Available', 'Locked'],
          positions.map((position) => [position.question, position.outcome, money(position.available), money(position.locked)]),
        ),
      ]),
    ),
    section(
      'API keys',
      shown(keys, (held) =>
        rowsOf(
          'Keys',
          ['Key', 'Kind', 'May', 'Revoked'],
          held.map(({ apiKey, kind, permission, revokedAt }) => [
            apiKey,
            kind,
            permission,
            revokedAt === null ? 'no' : timeText(revokedAt),
          ]),
        ),
      ),
    ),
    banTable(bans),
  ];
}
