import type { Category } from '@foretell/contracts';
import { Board } from './board';
import type { BoardQuery, Heads } from './board.query';
import { ROLLING, startMinute, type Rolling } from './period';

/** A board and the point up to which it has followed the tables. */
export interface Followed {
  readonly board: Board;
  heads: Heads;
  readonly categories: Map<string, Category | null>;
  readonly conditionNumbers: Map<string, number>;
  /** Minute in which each window starts, and the first event inside it. */
  readonly startMinutes: Map<Rolling, number>;
  readonly startSequences: Map<Rolling, number>;
}

/**
 * Loads a board from the tables. The present comes from the positions, each window's start by subtracting what came after it.
 * Each window is inside the next longer one, so one pass over the longest serves all. The value of shares is added last, once per
 * pair.
 */
export async function loadBoard(query: BoardQuery, heads: Heads, now: number): Promise<Followed> {
  const board = new Board();
  const followed: Followed = {
    board,
    heads,
    categories: new Map(),
    conditionNumbers: new Map(),
    startMinutes: new Map(ROLLING.map((period) => [period, startMinute(period, now)])),
    startSequences: new Map(),
  };
  await readCategories(followed, query, heads.generation, 0);
  await readWallets(followed, query, heads.generation);
  await readConditions(followed, query, heads.generation, 0);
  board.pairs.reserve(await query.positionsAbout());
  await query.eachPosition(heads.generation, (entries) => board.apply(entries, 1, [board.now]));
  board.openWindows();
  await rewind(followed, query);
  for (const point of [board.now, ...ROLLING.map((period) => board.start(period))]) await point.value();
  board.advanced();
  return followed;
}

async function rewind({ board, heads, startMinutes, startSequences }: Followed, query: BoardQuery): Promise<void> {
  const { generation } = heads;
  let before = heads.clob + 1;
  for (const [index, period] of ROLLING.entries()) {
    const from = (await query.firstSequenceFrom(generation, startMinutes.get(period) ?? 0)) ?? before;
    // Rows between this start and that of the next shorter window are in this window and the longer ones.
    const starts = ROLLING.slice(index).map((each) => board.start(each));
    await query.eachEntry(generation, from, before, (entries) => board.apply(entries, -1, starts));
    startSequences.set(period, from);
    before = from;
  }
  for (const { period, condition, markHalfPips } of await query.marksBefore(generation, startMinutes))
    board.start(period).setMark(condition, markHalfPips);
}

/** False when a market that already counts has changed category. */
export async function readCategories(
  { board, categories, conditionNumbers }: Followed,
  query: BoardQuery,
  generation: number,
  after: number,
): Promise<boolean> {
  let moved = true;
  for (const { conditionId, category } of await query.categoriesChanged(generation, after)) {
    categories.set(conditionId, category);
    const number = conditionNumbers.get(conditionId);
    if (number !== undefined && !board.categorise(number, category)) moved = false;
  }
  return moved;
}

export async function readWallets({ board }: Followed, query: BoardQuery, generation: number): Promise<void> {
  for await (const { number, address } of query.walletsAfter(generation, board.addresses.length - 1))
    board.addWallet(number, address);
}

/** Assigns categories of new conditions before anything counts in them; then applies the marks that moved. */
export async function readConditions(
  { board, categories, conditionNumbers }: Followed,
  query: BoardQuery,
  generation: number,
  after: number,
): Promise<void> {
  for (const { number, conditionId, markHalfPips } of await query.conditionsChanged(generation, after)) {
    if (!conditionNumbers.has(conditionId)) {
      conditionNumbers.set(conditionId, number);
      board.categorise(number, categories.get(conditionId) ?? null);
    }
    board.now.setMark(number, markHalfPips);
  }
}
