import { Logger } from '@nestjs/common';
import {
  encodeMessage,
  sequenced,
  type CatalogMarketV2,
  type EventMessage,
  type EventsBySource,
  type SequencedEvent,
} from '@foretell/contracts';
import type { Rejected, RejectReason } from '@foretell/exchange';
import {
  BadEvent,
  dispatch,
  eventsDeadLettered,
  faultOfEvent,
  subjectOfAny,
  type EventApplier,
  type EventPlace,
  type HandlerTable,
  type RefusedEvents,
  type DeadLetterRow,
} from '@foretell/platform-nats';
import type { CatalogDeadLetters } from './catalog-dead-letters';
import type { CatalogCheckpoint } from './catalog-checkpoint.query';
import { changeCommands, openingCommands } from './catalog-commands';
import type { CheckpointAttachment, Settled, Submission } from './submission';
import type { ProjectionProgress } from '../record/projection-progress';
import { awaitsResult } from '../market-directory/awaits-result';
import { listingOf, type Listing } from '../market-directory/listing';
import { listingFault } from '../market-directory/listing-fault';
import type { MarketDirectory, MarketEntry } from '../market-directory/market-directory';

/** Maximum commands in flight: importing an entire catalog must not fill the writer's queue. */
const IN_FLIGHT_MAX = 2_000;

/** Rejections of a market that the operator has ended in the meantime: the catalog has nothing left to do. */
const BEYOND: readonly RejectReason[] = ['market_resolved', 'market_closed'];

/** An event whose commands are in flight. */
interface Begun {
  readonly event: SequencedEvent<'gamma'>;
  readonly outcomes: Promise<readonly Settled[]>;
}

/**
 * Turns catalog events into order-book markets. Every change goes through the single writer. The checkpoint is part of its
 * commits and never ahead of applied work: after a crash the applier resumes from the record, and a repeated event finds its
 * market already open. The catalog applies only its own changes: an operator's pause or terms stand until the catalog changes
 * the same value. A result settles a market without holders; otherwise it only stops trading, and the operator resolves the
 * market. An event that cannot be applied is dead-lettered and the rest continue; the market stays unchanged until a later
 * event of it can be applied. Source: interface, Catalog.
 */
export class CatalogEventsApplier implements EventApplier<'gamma'> {
  private readonly logger = new Logger(CatalogEventsApplier.name);
  private readonly handlers: HandlerTable<'gamma', Submission[]> = {
    'catalog.market.v2': (event) => this.submissionsOf(event),
  };
  /** Markets that this batch opens and the directory does not list yet. */
  private readonly opening = new Set<string>();
  private readonly openingTokens = new Set<string>();
  private begun: Begun[] = [];
  private readonly begunIds = new Set<string>();
  private underWay: Promise<Settled>[] = [];
  /** Every event up to this sequence is applied or dead-lettered. */
  private settled = 0;
  /** Serializes batches and replays. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly place: CatalogCheckpoint,
    private readonly directory: MarketDirectory,
    private readonly submit: (submission: Submission) => Promise<Settled>,
    private readonly projection: Pick<ProjectionProgress, 'waitForProjection'>,
    private readonly deadLetters: CatalogDeadLetters,
    private readonly isDirectAllowed = true,
  ) {}

  checkpoint(): Promise<EventPlace> {
    return this.place.read();
  }

  /** Waits for the projector, which moves the checkpoint. */
  finish(): Promise<void> {
    return this.projection.waitForProjection();
  }

  /** Only the writer applies events, so no other process moves the checkpoint in the meantime. */
  adopt(at: EventPlace, lineage: string): Promise<void> {
    return this.inTurn(async () => {
      await this.finish();
      await this.place.adopt(at, lineage);
    });
  }

  /** Each event carries its complete market, so all of them are applied over the existing state. */
  reset(): Promise<void> {
    return this.inTurn(async () => {
      await this.finish();
      await this.place.reset();
      await this.deadLetters.clear();
    });
  }

  apply(messages: readonly EventMessage<EventsBySource['gamma']>[]): Promise<void> {
    return this.inTurn(async () => {
      this.settled = (messages[0]?.firstSequence ?? 1) - 1;
      let last = this.settled;
      for (const each of sequenced<'gamma'>(messages)) {
        // A second event of a market needs the outcome of the first.
        if (this.begun.length >= IN_FLIGHT_MAX || this.isOpening(each.event)) await this.settle(last);
        last = each.sequence;
        await this.begin(each);
      }
      await this.settle(last);
      await this.moveCheckpoint();
    });
  }

  /** Writes the row before the checkpoint: if the process ends in between, the event produces the same row again. */
  deadLetter(refused: RefusedEvents): Promise<void> {
    return this.inTurn(async () => {
      await this.deadLetters.put(refused);
      this.settled = refused.lastSequence;
      await this.moveCheckpoint();
    });
  }

  /**
   * Replaying an event that was applied but is still dead-lettered is harmless, because an event carries its complete market.
   */
  replay(row: DeadLetterRow): Promise<void> {
    return this.inTurn(async () => {
      this.settled = 0;
      const events = eventsDeadLettered(row, 'gamma');
      for (const { event } of events) {
        const reason = refusalIn(await this.outcomesOf(dispatch(this.handlers, { event, sequence: 0 }) ?? []));
        if (reason !== null) throw new BadEvent(reason);
      }
      this.forgetOpening();
      await this.deadLetters.drop(row);
    });
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    const ended = done.catch(async () => {
      // Everything in flight restarts from the checkpoint, but only after its outcome is known.
      await Promise.allSettled(this.underWay);
      this.begun = [];
      this.forgetOpening();
    });
    this.turn = ended;
    await ended;
    await done;
  }

  private async begin(each: SequencedEvent<'gamma'>): Promise<void> {
    try {
      this.begun.push({ event: each, outcomes: this.outcomesOf(dispatch(this.handlers, each) ?? []) });
      this.begunIds.add(each.event.marketId);
    } catch (error) {
      const reason = faultOfEvent(error);
      if (reason === null) throw error;
      await this.refuse(each, reason);
    }
  }

  private outcomesOf(submissions: readonly Submission[]): Promise<readonly Settled[]> {
    const settling = submissions.map((submission) => this.submit(submission));
    this.underWay.push(...settling);
    const outcomes = Promise.all(settling);
    // The caller awaits the promise later; this prevents an unhandled rejection before then.
    outcomes.catch(() => undefined);
    return outcomes;
  }

  /** Waits for the events in flight and dead-letters those that the core rejected. */
  private async settle(last: number): Promise<void> {
    const { begun } = this;
    this.begun = [];
    const applied: SequencedEvent<'gamma'>[] = [];
    for (const { event, outcomes } of begun) {
      const reason = refusalIn(await outcomes);
      if (reason === null) applied.push(event);
      else await this.refuse(event, reason);
    }
    if (applied.length > 0) await this.deadLetters.supersede(applied);
    this.forgetOpening();
    this.settled = last;
  }

  private async moveCheckpoint(): Promise<void> {
    await this.submit({ command: { type: 'advanceTime' }, attachment: this.described([]) });
  }

  private async refuse({ event, sequence }: SequencedEvent<'gamma'>, reason: string): Promise<void> {
    const message = { source: 'gamma', firstSequence: sequence, facts: [event] } as const;
    await this.deadLetters.put({
      source: 'gamma',
      firstSequence: sequence,
      lastSequence: sequence,
      type: event.type,
      subject: subjectOfAny(event),
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

  /** By its condition, or by its id in the catalog: under that it is dead-lettered, and forgotten. */
  private isOpening({ conditionId, marketId }: CatalogMarketV2): boolean {
    return this.begunIds.has(marketId) || (conditionId !== null && this.opening.has(conditionId));
  }

  /** Throws BadEvent when the event describes an invalid market; no part of such an event is applied. */
  private submissionsOf(event: CatalogMarketV2): Submission[] {
    const listing = listingOf(event);
    if (listing === null) return [];
    const fault = listingFault(listing) ?? this.takenTokens(listing);
    if (fault !== null) throw new BadEvent(fault);
    const known = this.directory.byCondition(listing.conditionId);
    const commands =
      known === undefined ? openingCommands(event, listing) : changeCommands(event, listing, known, this.isDirectAllowed);
    if (known !== undefined && awaitsResult({ ...known, sourceWord: listing.sourceWord })) this.leaveToOperator(known);
    this.opening.add(listing.conditionId);
    this.openingTokens.add(listing.token0Id).add(listing.token1Id);
    // The command that opens a market carries the listing, so the record never has a market without its description. For an
    // existing market the last command carries it: after a crash between two commands the event is applied again, and the old
    // listing shows what is left.
    const carrier = known === undefined ? 0 : commands.length - 1;
    return commands.map((command, index) => ({ command, attachment: this.described(index === carrier ? [listing] : []) }));
  }

  /** The checkpoint attachment. Everything settled is durable once the command that carries it is committed. */
  private described(listings: readonly Listing[]): CheckpointAttachment {
    return { kind: 'checkpoint', source: 'gamma', sequence: this.settled, listings };
  }

  /** A token belongs to one market permanently; a catalog that claims otherwise is wrong. */
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
      msg: 'the catalog brings the result of a market in which shares are held: ops markets resolve pays them, or ops resolutions',
      conditionId,
      slug,
      collateralMicros,
    });
  }

  private isTaken(tokenId: string): boolean {
    return this.openingTokens.has(tokenId) || this.directory.byToken(tokenId) !== undefined;
  }
}

/** The core's rejection of an event's commands; null when accepted. */
function refusalIn(outcomes: readonly Settled[]): string | null {
  const isRefusal = (outcome: Settled): outcome is Rejected => outcome.type === 'rejected' && !BEYOND.includes(outcome.reason);
  const refusal = outcomes.find(isRefusal);
  return refusal === undefined ? null : `refused: ${refusal.reason.replaceAll('_', ' ')} ${JSON.stringify(refusal.details)}`;
}
