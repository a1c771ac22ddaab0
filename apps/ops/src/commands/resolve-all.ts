import type { MarketState } from '@foretell/contracts';
import type { Answer, CommandContext } from '../cli/command';
import { EXIT } from '../exit-code';
import { CommandRefused } from '../failure';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';
import { Progress } from '../terminal/progress';
import type { Screen } from '../terminal/screen';
import { right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';
import type { ListedResult } from './results-file';

const SHOWN = 50;

interface Done {
  readonly line: number;
  readonly market: string;
  readonly winner: string;
  readonly state: MarketState | null;
  readonly refusal: string | null;
}

/**
 * Resolves the markets of a list one after another, or shows what that would do. A refusal does not stop the others. All lines
 * are tried in a dry run first, because a resolution is final: a list that contradicts itself is refused as a whole.
 */
export async function resolveAll(results: readonly ListedResult[], dryRun: boolean, context: CommandContext): Promise<Answer> {
  const tried = await resolveEach(results, true, context);
  refuseContradictions(tried);
  const done = dryRun ? tried : await resolveEach(results, false, context);
  const refused = done.filter(({ refusal }) => refusal !== null);
  const value = { dryRun, resolved: done.length - refused.length, refused: refused.length, markets: done };
  return { value, lines: lines(context.screen, done, dryRun), exitCode: refused.length > 0 ? EXIT.refused : EXIT.done };
}

async function resolveEach(results: readonly ListedResult[], dryRun: boolean, context: CommandContext): Promise<readonly Done[]> {
  const progress = new Progress(context.screen, dryRun ? 'markets tried' : 'markets', results.length);
  const done: Done[] = [];
  try {
    for (const result of results) {
      done.push(await resolveOne(result, dryRun, context));
      progress.advance(1);
    }
  } finally {
    progress.finish();
  }
  return done;
}

/** A market may be named in several ways, and more than once, but with one winner. */
function refuseContradictions(tried: readonly Done[]): void {
  const first = new Map<string, Done>();
  for (const each of tried) {
    if (each.state === null) continue;
    const { conditionId, slug } = each.state;
    const other = first.get(conditionId);
    if (other === undefined) first.set(conditionId, each);
    else if (other.winner.toLowerCase() !== each.winner.toLowerCase())
      throw new CommandRefused(`lines ${other.line} and ${each.line} name different winners of ${slug}; nothing was resolved`);
  }
}

async function resolveOne(result: ListedResult, dryRun: boolean, context: CommandContext): Promise<Done> {
  const { line } = result;
  if ('fault' in result) return { line, market: '', winner: '', state: null, refusal: result.fault };
  const { market, winner } = result;
  try {
    const state = await commanded(context, 'ops.clob.markets.resolve', { market, winner, dryRun });
    return { line, market, winner, state, refusal: null };
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return { line, market, winner, state: null, refusal: error.message };
  }
}

function lines(screen: Screen, done: readonly Done[], dryRun: boolean): readonly string[] {
  const refused = done.filter(({ refusal }) => refusal !== null);
  const resolved = done.length - refused.length;
  // Refused markets come first, because they need action.
  const shown = [...refused, ...done.filter(({ refusal }) => refusal === null)].slice(0, SHOWN);
  return [
    `${count(resolved)} markets ${dryRun ? 'would be resolved' : 'resolved'}, ${count(refused.length)} refused`,
    ...table(
      screen,
      [right('LINE'), 'MARKET', 'WINNER', shrinking(dryRun ? 'WOULD BE' : 'NOW')],
      shown.map(({ line, market, winner, state, refusal }) => [
        String(line),
        plainText(market),
        plainText(winner),
        plainText(refusal ?? outcomeOf(state, dryRun)),
      ]),
    ),
    ...(done.length > shown.length ? [`and ${count(done.length - shown.length)} more; --json lists all`] : []),
  ];
}

function outcomeOf(state: MarketState | null, dryRun: boolean): string {
  if (state === null) return '-';
  return dryRun ? `resolved: pays ${state.collateral} USDC, cancels ${count(state.openOrders)} orders` : state.status;
}
