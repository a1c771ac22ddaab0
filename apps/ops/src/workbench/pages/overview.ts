import type { DeadLetters, MoneyReport } from '@foretell/contracts';
import { SURFACES } from '@foretell/contracts';
import { count, money } from '../../terminal/figures';
import type { Desk } from '../desk';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

const DAY_MILLIS = 86_400_000;

/** What happens today, and what needs attention. */
export async function overview(desk: Desk): Promise<Part> {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const [today, tomorrow] = [dayOf(Date.now()), dayOf(Date.now() + DAY_MILLIS)];
  const [report, ...letters] = await Promise.all([
    desk.read<Required<MoneyReport>>('report', '--from', today, '--to', tomorrow),
    ...SURFACES.map((surface) => desk.read<DeadLetters>('facts', 'set-aside', 'list', '--surface', surface)),
  ]);
  return [
    section(
      `Today, ${today} UTC`,
      shown(report, ({ totals, ledger }) => [
        rowsOf(
          'Today',
          ['Trades', 'Taker fees', 'Credits', 'Debits'],
          [[count(totals.trades), ...[totals.takerFees, totals.credits, totals.debits].map((amount) => `${money(amount)} USDC`)]],
        ),
        ledger.holds
          ? html`<p class="good">The ledger adds up to the micro.</p>`
          : html`<p class="bad" role="alert">The ledger does not add up. Run the checks.</p>`,
      ]),
    ),
    section(
      'Events that could not be applied',
      letters.map((reading, index) => shown(reading, ({ total }) => html`<p>${SURFACES[index]}: ${count(total)}</p>`)),
    ),
  ];
}
