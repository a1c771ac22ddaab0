import type { PendingCredit } from '@foretell/contracts';
import { money } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, shown } from '../layout';

/** Credits that wait for another operator. */
export async function approvals(invoker: Invoker): Promise<Part> {
  return [
    html`<p>Credits above the site's bound take effect when an operator approves them who did not ask for them.</p>`,
    shown(await invoker.read<readonly PendingCredit[]>('ledger', 'pending'), (credits) =>
      rowsOf(
        'Credits that wait',
        ['Reference', 'Wallet', 'USDC', 'Asked by', 'Since', 'Change'],
        credits.map(({ reference, wallet, amount, askedBy, askedAt }) => [
          reference,
          wallet,
          money(amount),
          askedBy,
          new Date(askedAt).toISOString(),
          ['approve', 'decline'].map((id) =>
            buttonOf(actionNamed(id), { REFERENCE: reference }, `${money(amount)} USDC, ${reference}`),
          ),
        ]),
      ),
    ),
  ];
}
