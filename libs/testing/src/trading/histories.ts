import type { TradingEvent } from '@foretell/contracts';
import type { Command, Resolution, Snapshot } from '@foretell/exchange';
import { commandSequences, rulesFor } from '@foretell/exchange/model';
import type { PinnedRewards } from '@foretell/platform-nats/exchange-events';
import { unixMillis } from '@foretell/units';
import * as fc from 'fast-check';
import { ExchangeJournal, type Commit } from './exchange-journal';

/** Wallets and conditions as named in events, by their names in the exchange's own generator. */
const WALLET_OF: Readonly<Record<string, string>> = {
  alice: `0x${'1'.repeat(40)}`,
  bob: `0x${'2'.repeat(40)}`,
  carol: `0x${'3'.repeat(40)}`,
  dave: `0x${'4'.repeat(40)}`,
};
const MARKETS = ['even', 'fees', 'slow'];
export const WALLETS: readonly string[] = Object.values(WALLET_OF);
export const CONDITIONS: readonly string[] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`);
const UNLISTED = `0x${'e'.repeat(64)}`;
const BUILDERS = [undefined, `0x${'77'.repeat(32)}`, undefined, `0x${'88'.repeat(32)}`];

const FIRST_MILLIS = 1_000;
/** Commands are milliseconds apart: these factors make them seconds, minutes, hours or days apart. */
const SPANS_MILLIS = [1, 400, 20_000, 1_500_000];
const MEASURED_EVERY = 5;

/** The generator ends a market in one of two hundred commands: too rarely to test what follows an end. */
const ENDINGS = fc
  .tuple(
    fc.shuffledSubarray<Resolution>(['outcome0', 'outcome1', 'half'], { minLength: 2 }),
    fc.shuffledSubarray(MARKETS, { minLength: 3 }),
    fc.array(fc.nat(99), { minLength: 3, maxLength: 3 }),
  )
  .map(([resolutions, conditionIds, places]) =>
    resolutions.map((resolution, index) => ({
      resolution,
      conditionId: conditionIds[index] ?? '',
      place: places[index] ?? 0,
    })),
  );
type Ending = typeof ENDINGS extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

/** Options of a history. */
export interface HistoryOptions {
  /** Ids of its three markets. */
  readonly conditionIds?: readonly string[];
  /** The market rewards that an operator pins, commit by commit. */
  readonly pinned?: fc.Arbitrary<PinnedRewards | undefined>;
}

/** The commits of the exchange, and its state at the end. */
export interface TradingHistory {
  readonly commits: readonly Commit[];
  readonly events: readonly TradingEvent[];
  readonly end: Snapshot;
  /** A counterexample is printed as its seed: its contents would fill pages. */
  readonly [fc.toStringMethod]: () => string;
}

/** @param end the exchange's state after the last commit */
export function tradingHistory(commits: readonly Commit[], end: Snapshot): TradingHistory {
  const events = commits.flatMap((commit) => commit.events);
  return { commits, events, end, [fc.toStringMethod]: () => `${events.length} events of ${commits.length} commits` };
}

/**
 * Histories made by the exchange itself from random commands. They have rejections, delays, expiries, fees, and closes and
 * resolutions in one step or in several, interleaved with other commands.
 */
export function tradingHistories(
  startAt: number,
  commandsMax: number,
  { conditionIds = CONDITIONS, pinned = fc.constant(undefined) }: HistoryOptions = {},
): fc.Arbitrary<TradingHistory> {
  return fc
    .record({
      commands: commandSequences(commandsMax),
      factors: fc.array(fc.constantFrom(...SPANS_MILLIS), { minLength: 1, maxLength: 7 }),
      endings: ENDINGS,
      commitSizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      pins: fc.array(pinned, { minLength: 1, maxLength: 9 }),
    })
    .map(({ endings, commands: drawn, ...rest }) => ({
      ...rest,
      commands: endings.reduce<readonly Command[]>(withEnding, drawn),
    }))
    .map(({ commands, factors: commitRanges, ...cut }) => {
      const journal = new ExchangeJournal(rulesFor(commands));
      run(journal, renamed(commands, { startAt, factors: commitRanges, conditionIds }), { ...cut, conditionIds });
      return tradingHistory(journal.commits, journal.snapshot());
    });
}

/** The market is resolved somewhere in the last three quarters. */
function withEnding(commands: readonly Command[], { place, conditionId, resolution }: Ending): readonly Command[] {
  const index = Math.floor(commands.length * (0.25 + (0.75 * place) / 100));
  const at = commands[index]?.at ?? unixMillis(FIRST_MILLIS);
  return commands.toSpliced(index, 0, { type: 'resolveMarket', at, conditionId, resolution });
}

/** How commands become commits, and what is added to them. */
interface Cut {
  readonly commitSizes: readonly number[];
  readonly pins: readonly (PinnedRewards | undefined)[];
  readonly conditionIds: readonly string[];
}

function run(journal: ExchangeJournal, commands: readonly Command[], { commitSizes, pins, conditionIds }: Cut): void {
  const begun: Command[] = [];
  let [commitSize = 1] = commitSizes;
  const commit = (isMeasured: boolean): void => {
    const pin = pins[journal.commits.length % pins.length];
    const pinned = new Map(pin === undefined ? [] : conditionIds.map((conditionId) => [conditionId, pin]));
    journal.commit({ measured: isMeasured ? conditionIds : [], pinned });
  };
  for (const [index, command] of commands.entries()) {
    step(journal, command, begun);
    commitSize -= 1;
    if (commitSize > 0) continue;
    commitSize = commitSizes[journal.commits.length % commitSizes.length] ?? 1;
    commit(index % MEASURED_EVERY === 0);
    const [oldest] = begun.splice(0, 1);
    if (oldest !== undefined) step(journal, { ...oldest, at: command.at }, begun);
  }
  const at = commands.at(-1)?.at ?? unixMillis(0);
  for (let next = begun.shift(); next !== undefined; next = begun.shift()) step(journal, { ...next, at }, begun);
  commit(true);
}

/** One step of the command; further steps run later, unless nothing may run before them. */
function step(journal: ExchangeJournal, command: Command, begun: Command[]): void {
  if (command.type === 'placeOrder') {
    const builder = BUILDERS[Number(BigInt(command.orderId) % BigInt(BUILDERS.length))];
    if (builder !== undefined) journal.attribute(command.orderId, builder);
  }
  let outcome = journal.apply(command);
  while (outcome.type === 'unfinished' && outcome.part === null) outcome = journal.apply(outcome.next);
  if (outcome.type === 'unfinished') begun.push(outcome.next);
}

interface Naming {
  readonly startAt: number;
  readonly factors: readonly number[];
  readonly conditionIds: readonly string[];
}

/** The same commands with the names of events and scaled times. */
function renamed(commands: readonly Command[], { startAt, factors: commitRanges, conditionIds }: Naming): Command[] {
  let [before, at] = [FIRST_MILLIS, startAt];
  return commands.map((command, index) => {
    at += (command.at - before) * (commitRanges[index % commitRanges.length] ?? 1);
    before = command.at;
    const when = unixMillis(at);
    const named = { ...command, at: when, ...namesOf(command, conditionIds) };
    if (named.type !== 'placeOrder' || named.expiresAt === null) return named;
    const lifeMillis = (named.expiresAt - command.at) * (commitRanges[(index + 1) % commitRanges.length] ?? 1);
    return { ...named, expiresAt: unixMillis(at + lifeMillis) };
  });
}

function namesOf(
  command: Command,
  conditionIds: readonly string[],
): Partial<Record<'wallet' | 'conditionId' | 'orderId', string>> {
  const names: Partial<Record<'wallet' | 'conditionId' | 'orderId', string>> = {};
  if ('wallet' in command) names.wallet = WALLET_OF[command.wallet] ?? command.wallet;
  if ('conditionId' in command && command.conditionId !== null)
    names.conditionId = conditionIds[MARKETS.indexOf(command.conditionId)] ?? UNLISTED;
  if ('orderId' in command) names.orderId = orderIdOf(command.orderId);
  return names;
}

/** An unknown order, before the first one, has an id too. */
function orderIdOf(name: string): string {
  const number = Math.max(0, 1 + Number(name.replace('order', '')));
  return `0x${number.toString(16).padStart(64, '0')}`;
}
