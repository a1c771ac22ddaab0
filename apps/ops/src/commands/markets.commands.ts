import type { MarketSettings, MarketStatusName, OpsResult } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server/defined-of';
import {
  argumentAt,
  type Answer,
  type ArgumentSpec,
  type CommandInput,
  type CommandSpec,
  type CommandContext,
} from '../cli/command';
import { UsageError } from '../failure';
import { decimalText, oneOf, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';
import { marketSheet, marketTable } from './market.table';
import { resolveAll } from './resolve-all';
import { readResults } from './results-file';

const STATUSES: readonly MarketStatusName[] = ['active', 'paused', 'closed', 'resolved'];
const LIST_DEFAULT = 50;
const LIST_MAX = 500;
const MARKET: ArgumentSpec = { name: 'MARKET', summary: 'condition id, catalog id, slug or token id' };

const list: CommandSpec = {
  path: 'markets list',
  summary: 'list order-book markets',
  options: {
    status: { type: 'string', value: 'STATUS', summary: `only ${STATUSES.join(', ')}` },
    'awaiting-result': { type: 'boolean', summary: 'only those whose source names a result and that are not resolved here' },
    limit: { type: 'string', value: 'N', summary: `at most this many (default ${LIST_DEFAULT}, up to ${LIST_MAX})` },
    offset: { type: 'string', value: 'N', summary: 'skip this many' },
  },
  example: 'ops markets list --status active --limit 20',
  async run(input, context) {
    const limit = wholeNumber(input, 'limit', { min: 1, max: LIST_MAX }) ?? LIST_DEFAULT;
    const offset = wholeNumber(input, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0;
    const page = await commanded(context, 'ops.clob.markets.list', {
      ...definedOf({ status: oneOf(input, 'status', STATUSES), awaitsResult: input.flag('awaiting-result') || undefined }),
      limit,
      offset,
    });
    return { value: page, lines: listLines(context, page, offset) };
  },
};

function listLines({ screen }: CommandContext, page: OpsResult<'ops.clob.markets.list'>, offset: number): readonly string[] {
  if (page.markets.length === 0) {
    return [
      page.total === 0
        ? 'no such markets; import some with: ops catalog import FILE'
        : `no markets after the first ${count(page.total)}`,
    ];
  }
  const last = offset + page.markets.length;
  const more = last < page.total ? `; the next page: --offset ${last}` : '';
  return [
    ...marketTable(screen, page.markets),
    '',
    screen.paint.dim(`${count(offset + 1)} to ${count(last)} of ${count(page.total)}${more}`),
  ];
}

/** Commands that only change a market's state: they take a market and return its new state. */
function transition(name: 'pause' | 'resume' | 'close', summary: string, description: string): CommandSpec {
  return {
    path: `markets ${name}`,
    summary,
    description,
    arguments: [MARKET],
    example: `ops markets ${name} will-it-rain-in-lisbon-on-friday`,
    run: async (input, context) =>
      stateAnswer(context, await commanded(context, `ops.clob.markets.${name}`, { market: argumentAt(input, 0) })),
  };
}

/** Resolves one market, or the markets of a list. */
const resolve: CommandSpec = {
  path: 'markets resolve',
  summary: 'resolve a market: cancel its orders, pay the winners',
  description:
    'Cannot be undone. Every open order of the market is canceled, each winning share pays 1 USDC, and the tokens are burnt. With --file many markets are resolved: ' +
    'one a line, MARKET,WINNER, or JSON rows with market (or condition_id, slug) and winner (or outcome). A refused line does not stop the others; the exit code is then 1.',
  arguments: [MARKET, { name: 'WINNER', summary: "the winning outcome's label, or half for 0.50 USDC a share on both sides" }],
  argumentsMin: 0,
  options: {
    file: { type: 'string', value: 'FILE', summary: 'resolve the markets that the file lists' },
    'dry-run': { type: 'boolean', summary: 'only show what would be done' },
  },
  example: 'ops markets resolve will-it-rain-in-lisbon-on-friday Yes',
  run: async (input, context) => {
    const file = input.option('file');
    const dryRun = input.flag('dry-run');
    if (file !== undefined) {
      if (input.arguments.length > 0) throw new UsageError('name either a MARKET and its WINNER, or --file');
      return resolveAll(await readResults(file), dryRun, context);
    }
    if (input.arguments.length < 2) throw new UsageError('MARKET and WINNER are missing, or --file');
    const request = { market: argumentAt(input, 0), winner: argumentAt(input, 1), dryRun };
    return stateAnswer(context, await commanded(context, 'ops.clob.markets.resolve', request));
  },
};

const set: CommandSpec = {
  path: 'markets set',
  summary: "change a market's tick, fee, minimum, delay, rewards or rebate",
  description: 'Only the given options change.',
  arguments: [MARKET],
  options: {
    tick: { type: 'string', value: 'TICK', summary: 'price unit: 0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001' },
    'fee-rate': { type: 'string', value: 'RATE', summary: 'taker fee: shares x RATE x (p x (1 - p))^N, 0 to 1; 0 means no fee' },
    'fee-exponent': { type: 'string', value: 'N', summary: 'the exponent N of the taker fee, 0 to 4; usually 1' },
    'min-size': { type: 'string', value: 'SHARES', summary: 'smallest order' },
    delay: { type: 'string', value: 'SECONDS', summary: 'delay of a marketable order' },
    'rewards-rate': { type: 'string', value: 'USDC', summary: 'liquidity rewards a day' },
    'rewards-min-size': { type: 'string', value: 'SHARES', summary: 'smallest order that earns rewards' },
    'rewards-max-spread': { type: 'string', value: 'CENTS', summary: 'largest distance from the midpoint that earns rewards' },
    'rebate-rate': { type: 'string', value: 'RATE', summary: 'share of the taker fees that is paid to makers, 0 to 1' },
  },
  example: 'ops markets set will-it-rain-in-lisbon-on-friday --tick 0.001 --fee-rate 0.07',
  run: async (input, context) => {
    const settings = settingsOf(input);
    if (Object.keys(settings).length === 0) throw new UsageError('nothing to set: give at least one option');
    return stateAnswer(context, await commanded(context, 'ops.clob.markets.set', { market: argumentAt(input, 0), ...settings }));
  },
};

function settingsOf(input: CommandInput): MarketSettings {
  const decimal = (name: string): string | undefined => {
    const text = input.option(name);
    return text === undefined ? undefined : decimalText(text, `--${name}`);
  };
  return definedOf({
    tick: decimal('tick'),
    feeRate: decimal('fee-rate'),
    feeExponent: wholeNumber(input, 'fee-exponent', { min: 0, max: 4 }),
    minimumSize: decimal('min-size'),
    secondsDelay: wholeNumber(input, 'delay', { min: 0, max: 60 }),
    rewardsDailyRate: decimal('rewards-rate'),
    rewardsMinSize: decimal('rewards-min-size'),
    rewardsMaxSpread: decimal('rewards-max-spread'),
    rebateRate: decimal('rebate-rate'),
  });
}

function stateAnswer({ screen }: CommandContext, state: OpsResult<'ops.clob.markets.pause'>): Answer {
  return { value: state, lines: marketSheet(screen, state) };
}

export const MARKET_COMMANDS: readonly CommandSpec[] = [
  list,
  transition(
    'pause',
    'stop accepting orders for a market',
    'Open orders stay and can be canceled; nothing matches until the market resumes.',
  ),
  transition('resume', 'accept orders for a paused market again', 'Open orders stay in the book.'),
  transition('close', 'end trading in a market', 'Its open orders are canceled. A closed market waits for its resolution.'),
  resolve,
  set,
];
