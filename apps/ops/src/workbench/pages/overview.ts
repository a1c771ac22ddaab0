import type { OpenAlert } from '../../connection/prometheus';
import type { DeadLetters, MoneyReport, OpsResult, PendingCredit } from '@foretell/contracts';
import { SERVICES } from '@foretell/contracts';
import { count, money } from '../../terminal/figures';
import type { Invoker } from '../invoker';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

const DAY_MILLIS = 86_400_000;

/** Today's activity, and what needs attention. */
export async function overview(invoker: Invoker): Promise<Part> {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const [today, tomorrow] = [dayOf(Date.now()), dayOf(Date.now() + DAY_MILLIS)];
  const [report, pending, awaiting, alerts, ...letters] = await Promise.all([
    invoker.read<Required<MoneyReport>>('report', '--from', today, '--to', tomorrow),
    invoker.read<readonly PendingCredit[]>('ledger', 'pending'),
    invoker.read<OpsResult<'ops.clob.markets.list'>>('markets', 'list', '--awaiting-result', '--limit', '1'),
    invoker.read<readonly OpenAlert[]>('alerts'),
    ...SERVICES.map((surface) => invoker.read<DeadLetters>('events', 'dead-letters', 'list', '--surface', surface)),
  ]);
  return [
    section(
      'What needs attention',
      shown(awaiting, ({ total }) => html`<p><a href="/markets">Markets awaiting a result</a>: ${count(total)}</p>`),
      shown(pending, (credits) => html`<p><a href="/approvals">Pending credits</a>: ${count(credits.length)}</p>`),
      letters.map((reading, index) =>
        shown(
          reading,
          ({ total }) => html`<p><a href="/dead-letters">Dead letters of ${SERVICES[index]}</a>: ${count(total)}</p>`,
        ),
      ),
      shown(alerts, alertTable),
      html`<p><a href="/checks">Run the checks</a>: they read all stored data.</p>`,
    ),
    section(
      `Today, ${today} UTC`,
      shown(report, ({ totals, ledger, biggest }) => [
        rowsOf(
          'Today',
          ['Trades', 'Volume', 'Taker fees', 'Credits', 'Debits'],
          [
            [
              count(totals.trades),
              ...[totals.volume, totals.takerFees, totals.credits, totals.debits].map((amount) => `${money(amount)} USDC`),
            ],
          ],
        ),
        ledger.holds
          ? html`<p class="good">The ledger adds up to the micro.</p>`
          : html`<p class="bad" role="alert">The ledger does not add up. Run the checks.</p>`,
        html`<h3>Biggest wallets</h3>`,
        rowsOf(
          'Biggest wallets',
          ['Wallet', 'USDC'],
          biggest.map(({ wallet, balance }) => [html`<a href="/wallet?wallet=${wallet}">${wallet}</a>`, money(balance)]),
        ),
      ]),
    ),
  ];
}

function alertTable(alerts: readonly OpenAlert[]): Part {
  return rowsOf(
    'Alerts',
    ['Alert', 'Severity', 'State', 'Since', 'What'],
    alerts.map(({ name, severity, state, since, summary, runbook }) => [
      /^https?:\/\//.test(runbook) ? html`<a href="${runbook}">${name}</a>` : name,
      severity,
      state,
      since,
      summary,
    ]),
  );
}
