import { Logger } from '@nestjs/common';
import {
  encodeMessage,
  sequenced,
  type CatalogMarketV2,
  type FactMessage,
  type FactsBySource,
  type SequencedFact,
} from '@foretell/contracts';
import type { Rejected, RejectReason } from '@foretell/exchange';
import {
  BadFact,
  dispatch,
  factsSetAside,
  faultOfFact,
  subjectOfAny,
  type FactApplier,
  type HandlerTable,
  type RefusedFacts,
  type SetAsideRow,
} from '@foretell/platform-nats';
import type { CatalogAside } from './catalog-aside';
import type { CatalogCheckpoint, CatalogPlace } from './catalog-checkpoint';
import { changeCommands, openingCommands } from './catalog-commands';
import type { CheckpointAttachment, Settled, Submission } from './submission';
import type { Recorded } from '../record/recorded';
import { awaitsResult } from '../market-directory/awaits-result';
import { listingOf, type Listing } from '../market-directory/listing';
import { listingFault } from '../market-directory/listing-fault';
import type { MarketDirectory, MarketEntry } from '../market-directory/market-directory';

/** Commands in flight at once: an import of a whole catalog must not fill the writer's queue. */
const IN_FLIGHT_MAX = 2_000;

/** What a market answers that the operator has ended meanwhile: there is nothing left for the catalog to do. */
const BEYOND: readonly RejectReason[] = ['market_resolved', 'market_closed'];

/** A fact whose commands are under way. */
interface Begun {
  readonly fact: SequencedFact<'gamma'>;
  readonly outcomes: Promise<readonly Settled[]>;
}

/**
 * Turns catalog facts into order-book markets. Every change goes through the single writer, and the checkpoint is part of its
 * commits, never ahead of what is done: a crash in the middle resumes where the record says, and a repeated fact finds its market
 * already open. The catalog decides by what it changes: an operator's pause or terms stand until the catalog changes its own. A
 * result settles a market in which nobody holds shares; where somebody does it only ends trading, and the operator resolves. A
 * fact that cannot be applied is set aside and the rest goes on; the market stays as it is until a later fact of it can.
 * Source: decisions, Catalog.
 */
export class CatalogFactsApplier implements FactApplier<'gamma'> {
  private readonly logger = new Logger(CatalogFactsApplier.name);
  private readonly handlers: HandlerTable<'gamma', Submission[]> = {
    'catalog.market.v2': (fact) => this.submissionsOf(fact),
  };
  /** Markets that this batch opens, until the directory knows them. */
  private readonly opening = new Set<string>();
  private readonly openingTokens = new Set<string>();
  private begun: Begun[] = [];
  private readonly begunIds = new Set<string>();
  /** Of what this applier goes on from. */
  private followed: string | null = null;
  private underWay: Promise<Settled>[] = [];
  /** Up to here everything is applied or set aside. */
  private settled = 0;
  /** A replay waits for the batch under way, and the other way round. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly place: CatalogCheckpoint,
    private readonly directory: MarketDirectory,
    private readonly submit: (submission: Submission) => Promise<Settled>,
    private readonly recorded: Pick<Recorded, 'level'>,
    private readonly aside: CatalogAside,
  ) {}

  async checkpoint(): Promise<number> {
    const { sequence, lineage } = await this.stored();
    this.followed = lineage;
    return sequence;
  }

  async reached(): Promise<number> {
    return (await this.place.read()).sequence;
  }

  async lineage(): Promise<string | null> {
    return (await this.place.read()).lineage;
  }

  /** Only the writer applies facts, so nobody else moves the checkpoint meanwhile. */
  adopt(lineage: string, sequence: number): Promise<void> {
    return this.inTurn(async () => {
      await this.recorded.level();
      await this.place.adopt({ sequence, lineage: this.followed }, lineage);
      this.followed = lineage;
    });
  }

  /** Each fact says all of its market, so all of them are applied over what is there. */
  reset(): Promise<void> {
    return this.inTurn(async () => {
      await this.recorded.level();
      await this.place.reset();
      await this.aside.clear();
    });
  }

  apply(messages: readonly FactMessage<FactsBySource['gamma']>[]): Promise<void> {
    return this.inTurn(async () => {
      this.settled = (messages[0]?.firstSequence ?? 1) - 1;
      let last = this.settled;
      for (const each of sequenced<'gamma'>(messages)) {
        // A second fact of a market needs the outcome of the first.
        if (this.begun.length >= IN_FLIGHT_MAX || this.isOpening(each.fact)) await this.settle(last);
        last = each.sequence;
        await this.begin(each);
      }
      await this.settle(last);
      await this.moveCheckpoint();
    });
  }

  /** First the row, then the checkpoint: a process that ends in between finds the same row when it comes to the fact again. */
  setAside(refused: RefusedFacts): Promise<void> {
    return this.inTurn(async () => {
      await this.aside.put(refused);
      this.settled = refused.lastSequence;
      await this.moveCheckpoint();
    });
  }

  /** A fact says all of its market, so one that was applied and is still set aside does no harm. */
  replay(row: SetAsideRow): Promise<void> {
    return this.inTurn(async () => {
      this.settled = 0;
      const facts = factsSetAside(row, 'gamma');
      for (const { fact } of facts) {
        const reason = refusalIn(await this.outcomesOf(dispatch(this.handlers, { fact, sequence: 0 }) ?? []));
        if (reason !== null) throw new BadFact(reason);
      }
      this.forgetOpening();
      await this.aside.drop(row);
    });
  }

  private async stored(): Promise<CatalogPlace> {
    await this.recorded.level();
    return this.place.read();
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    const ended = done.catch(async () => {
      // Whatever was begun is begun again, from the checkpoint; not before it is known what became of it.
      await Promise.allSettled(this.underWay);
      this.begun = [];
      this.forgetOpening();
    });
    this.turn = ended;
    await ended;
    await done;
  }

  private async begin(each: SequencedFact<'gamma'>): Promise<void> {
    try {
      this.begun.push({ fact: each, outcomes: this.outcomesOf(dispatch(this.handlers, each) ?? []) });
      this.begunIds.add(each.fact.marketId);
    } catch (error) {
      const reason = faultOfFact(error);
      if (reason === null) throw error;
      await this.refuse(each, reason);
    }
  }

  private outcomesOf(submissions: readonly Submission[]): Promise<readonly Settled[]> {
    const settling = submissions.map((submission) => this.submit(submission));
    this.underWay.push(...settling);
    const outcomes = Promise.all(settling);
    // Whoever begins it awaits it; a rejection before then is not unhandled.
    outcomes.catch(() => undefined);
    return outcomes;
  }

  /** Waits for what was begun, and sets aside what the core refused. */
  private async settle(last: number): Promise<void> {
    const { begun } = this;
    this.begun = [];
    const applied: SequencedFact<'gamma'>[] = [];
    for (const { fact, outcomes } of begun) {
      const reason = refusalIn(await outcomes);
      if (reason === null) applied.push(fact);
      else await this.refuse(fact, reason);
    }
    if (applied.length > 0) await this.aside.supersede(applied);
    this.forgetOpening();
    this.settled = last;
  }

  private async moveCheckpoint(): Promise<void> {
    await this.submit({ command: { type: 'advanceTime' }, attachment: this.described([]) });
  }

  private async refuse({ fact, sequence }: SequencedFact<'gamma'>, reason: string): Promise<void> {
    const message = { source: 'gamma', firstSequence: sequence, facts: [fact] } as const;
    await this.aside.put({
      source: 'gamma',
      firstSequence: sequence,
      lastSequence: sequence,
      type: fact.type,
      subject: subjectOfAny(fact),
      bytes: encodeMessage(message),
      reason,
    });
  }

  private forgetOpening(): void {
    this.underWay = [];
    this.opening.clear();
    this.begunIds.clear();
    this.openingTokens.clear();
  }

  /** By its condition, or by its id in the catalog: under that it is set aside, and forgotten. */
  private isOpening({ conditionId, marketId }: CatalogMarketV2): boolean {
    return this.begunIds.has(marketId) || (conditionId !== null && this.opening.has(conditionId));
  }

  /** Throws BadFact when the market cannot be as the fact has it: nothing of such a fact is done. */
  private submissionsOf(fact: CatalogMarketV2): Submission[] {
    const listing = listingOf(fact);
    if (listing === null) return [];
    const fault = listingFault(listing) ?? this.takenTokens(listing);
    if (fault !== null) throw new BadFact(fault);
    const known = this.directory.byCondition(listing.conditionId);
    const commands = known === undefined ? openingCommands(fact, listing) : changeCommands(fact, listing, known);
    if (known !== undefined && awaitsResult({ ...known, sourceWord: listing.sourceWord })) this.leaveToOperator(known);
    this.opening.add(listing.conditionId);
    this.openingTokens.add(listing.token0Id).add(listing.token1Id);
    // The command that opens a market carries the listing, so that it is never in the record without its description. Where it is
    // there already the last one does: a process that ends between two meets the fact again, and sees by it what is left.
    const carrier = known === undefined ? 0 : commands.length - 1;
    return commands.map((command, index) => ({ command, attachment: this.described(index === carrier ? [listing] : []) }));
  }

  /** What is settled is applied for good once the command that carries this is committed. */
  private described(listings: readonly Listing[]): CheckpointAttachment {
    return { kind: 'checkpoint', source: 'gamma', sequence: this.settled, listings };
  }

  /** A token names one market for good; a catalog that says otherwise is wrong. */
  private takenTokens(listing: Listing): string | null {
    const tokens = [listing.token0Id, listing.token1Id];
    const known = this.directory.byCondition(listing.conditionId);
    if (known !== undefined) {
      const isSame = tokens.every((token, index) => known.tokenIds[index] === token);
      return isSame ? null : `its token ids are not those of the market with the same condition: ${known.tokenIds.join(' and ')}`;
    }
    const taken = tokens.find((token) => this.isTaken(token));
    return taken === undefined ? null : `its token ids belong to another market: ${taken}`;
  }

  private leaveToOperator({ conditionId, slug, market }: MarketEntry): void {
    const { collateralMicros } = market;
    this.logger.warn({
      msg: 'the catalog brings the result of a market in which shares are held: ops markets resolve pays them',
      conditionId,
      slug,
      collateralMicros,
    });
  }

  private isTaken(tokenId: string): boolean {
    return this.openingTokens.has(tokenId) || this.directory.byToken(tokenId) !== undefined;
  }
}

/** What the core said against a fact's commands; null when nothing. */
function refusalIn(outcomes: readonly Settled[]): string | null {
  const isRefusal = (outcome: Settled): outcome is Rejected => outcome.type === 'rejected' && !BEYOND.includes(outcome.reason);
  const refusal = outcomes.find(isRefusal);
  return refusal === undefined ? null : `refused: ${refusal.reason.replaceAll('_', ' ')} ${JSON.stringify(refusal.details)}`;
}
