import type { LedgerEntry, MarketFees, MoneyReport } from '@foretell/contracts';
import { WHOLE_RECORD_TIMEOUT_MS, type CommandContext, type CommandSpec } from '../cli/command';
import { required } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { CommandRefused, UsageError } from '../failure';
import { EXIT } from '../exit-code';
import { csvRecord } from '../terminal/csv';
import { count, money, timeText } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { pairs, right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

/** The report with all its pages. */
type WholeReport = Required<Omit<MoneyReport, 'isLast'>> & { readonly from: string; readonly to: string };

const report: CommandSpec = {
  path: 'report',
  summary: 'report fees, payments to makers, credits and debits of a period, and what is owed against what is held',
  description:
    'Days are UTC; --to is the day after the last one. Amounts are exact to the micro: credits - debits = balances + positions + fees. For days not yet paid by rewards pay, payments to makers are computed from the current data. Changes no data.',
  options: {
    from: { type: 'string', value: 'YYYY-MM-DD', summary: 'required: the first day' },
    to: { type: 'string', value: 'YYYY-MM-DD', summary: 'required: the day after the last one' },
    csv: { type: 'boolean', summary: 'print CSV for a spreadsheet' },
  },
  timeoutMs: WHOLE_RECORD_TIMEOUT_MS,
  example: 'ops report --from 2026-11-01 --to 2026-12-01 --csv',
  async run(input, context) {
    if (input.flag('csv') && input.isJson) throw new UsageError('give either --csv or --json');
    const value = await wholeReport(context, dayOption('from'), dayOption('to'));
    return {
      value,
      lines: input.flag('csv') ? csvLines(value) : reportLines(context.screen, value),
      exitCode: value.ledger.holds ? EXIT.done : EXIT.refused,
    };

    function dayOption(name: 'from' | 'to'): string {
      const text = required(input.option(name), name);
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
        throw new UsageError(`--${name} must be a UTC day such as 2026-11-01, not "${text}"`);
      return text;
    }
  },
};

/** Throws CommandRefused when the pages do not add up to the totals: a commit of the period came in between. */
async function wholeReport(context: CommandContext, from: string, to: string): Promise<WholeReport> {
  const first = await commanded(context, 'ops.clob.report', { from, to });
  const { totals, ledger, makers = [], biggest = [] } = first;
  if (totals === undefined || ledger === undefined) throw new CommandRefused('the service sent a report without its totals');
  const fees: MarketFees[] = [...first.fees];
  const movements: LedgerEntry[] = [...first.movements];
  for (let page = 1, { isLast } = first; !isLast; page += 1) {
    const next = await commanded(context, 'ops.clob.report', { from, to, page });
    fees.push(...next.fees);
    movements.push(...next.movements);
    ({ isLast } = next);
  }
  const moved = (kind: LedgerEntry['kind']): bigint =>
    sum(movements.filter((entry) => entry.kind === kind).map(({ amount }) => amount));
  const matches = [
    [sum(fees.map(({ takerFees }) => takerFees)), totals.takerFees],
    [sum(fees.map(({ rounding }) => rounding)), totals.rounding],
    [moved('credit'), totals.credits],
    [moved('debit'), totals.debits],
  ] as const;
  if (matches.some(([total, expected]) => total !== micros(expected)))
    throw new CommandRefused(
      'the ledger changed while the report was read: repeat the command, or end the period with a day that is over',
    );
  return { from, to, totals, ledger, biggest, makers, fees, movements };
}

/** A decimal with at most six decimals as micros. */
function micros(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

function sum(decimals: readonly string[]): bigint {
  return decimals.reduce((total, decimal) => total + micros(decimal), 0n);
}

function reportLines(
  screen: Screen,
  { from, to, totals, ledger, biggest, makers, fees, movements }: WholeReport,
): readonly string[] {
  const usdc = right('USDC');
  const heading = (text: string): readonly string[] => ['', screen.paint.bold(text)];
  return [
    screen.paint.bold(`${from} to before ${to}, UTC`),
    ...pairs(screen, [
      ['volume', `${money(totals.volume)} USDC`],
      ['taker fees', `${money(totals.takerFees)} USDC of ${count(totals.trades)} trades`],
      ['rounding', `${totals.rounding} USDC`],
      ['credits', `${money(totals.credits)} USDC`],
      ['debits', `${money(totals.debits)} USDC`],
    ]),
    ...heading('Fees by market'),
    ...table(
      screen,
      [shrinking('MARKET'), right('TRADES'), usdc],
      fees.map(({ slug, trades, takerFees }) => [plainText(slug), count(trades), money(takerFees)]),
    ),
    ...heading('Makers'),
    ...table(
      screen,
      ['DAY', 'FOR', right('OWED'), right('PAID'), 'STATE'],
      makers.map(({ day, kind, owed, paid, isFixed }) => [
        day,
        kind,
        money(owed),
        money(paid),
        isFixed ? 'fixed' : 'not fixed yet',
      ]),
    ),
    ...heading('Biggest wallets now'),
    ...table(
      screen,
      ['WALLET', usdc],
      biggest.map(({ wallet, balance }) => [wallet, money(balance)]),
    ),
    ...heading('Credits and debits'),
    ...table(
      screen,
      ['TIME', 'KIND', 'WALLET', shrinking('REFERENCE'), usdc],
      movements.map(({ at, kind, wallet, reference, amount }) => [timeText(at), kind, wallet, reference, money(amount)]),
    ),
    ...heading('The ledger as it is'),
    ...pairs(screen, [
      ['credits', `${money(ledger.credits)} USDC`],
      ['debits', `${money(ledger.debits)} USDC`],
      ['in wallets', `${money(ledger.balances)} USDC`],
      ['claims of open positions', `${money(ledger.positions)} USDC`],
      ['fees collected', `${money(ledger.fees)} USDC`],
    ]),
    ledger.holds
      ? screen.paint.green('credits - debits = wallets + positions + fees, to the micro')
      : screen.paint.red('the ledger does not add up: run ops doctor'),
  ];
}

function csvLines({ totals, ledger, makers, fees, movements }: WholeReport): readonly string[] {
  const rows: (readonly (string | number)[])[] = [
    ['section', 'time', 'kind', 'account', 'reference', 'count', 'usdc'],
    ['period', '', 'volume', '', '', '', totals.volume],
    ['period', '', 'taker fees', '', '', totals.trades, totals.takerFees],
    ['period', '', 'rounding', '', '', '', totals.rounding],
    ['period', '', 'credits', '', '', '', totals.credits],
    ['period', '', 'debits', '', '', '', totals.debits],
  ];
  for (const { conditionId, slug, trades, takerFees, rounding } of fees) {
    rows.push(['fees', '', 'taker fees', conditionId, slug, trades, takerFees]);
    rows.push(['fees', '', 'rounding', conditionId, slug, '', rounding]);
  }
  for (const { day, kind, owed, paid } of makers) {
    rows.push(['makers', day, `${kind} owed`, '', '', '', owed]);
    rows.push(['makers', day, `${kind} paid`, '', '', '', paid]);
  }
  for (const { at, kind, wallet, reference, amount } of movements)
    rows.push(['movements', timeText(at), kind, wallet, reference, '', amount]);
  const now = timeText(ledger.at);
  for (const name of ['credits', 'debits', 'balances', 'positions', 'fees'] as const)
    rows.push(['ledger', now, name, '', '', '', ledger[name]]);
  return rows.map(csvRecord);
}

export const REPORT_COMMANDS: readonly CommandSpec[] = [report];
