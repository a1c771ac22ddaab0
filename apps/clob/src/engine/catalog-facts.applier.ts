import { Logger } from '@nestjs/common';
import { sequenced, type CatalogMarketV1, type CatalogMarketV2, type FactMessage, type FactsBySource } from '@foretell/contracts';
import { dispatch, type FactApplier, type HandlerTable } from '@foretell/platform-nats';
import type { Pool } from 'pg';
import type { CheckpointAttachment, CommandDraft, Settled, Submission } from './submission';
import type { Recorded } from '../record/recorded';
import { awaitsResult } from '../market-directory/awaits-result';
import { isOver, listingOf, type Listing } from '../market-directory/listing';
import type { MarketDirectory, MarketEntry } from '../market-directory/market-directory';

/** Commands in flight at once: an import of a whole catalog must not fill the writer's queue. */
const IN_FLIGHT_MAX = 2_000;

/**
 * Turns catalog facts into order-book markets. Every change goes through the single writer, and the checkpoint is part of the
 * commits: a crash in the middle resumes where the record says, and a repeated fact finds its market already open. The
 * catalog decides by what it changes: an operator's pause or terms stand until the catalog changes its own. A result settles a
 * market in which nobody holds shares; where somebody does it only ends trading, and the operator resolves. Source: decisions,
 * Catalog.
 */
export class CatalogFactsApplier implements FactApplier<'gamma'> {
  private readonly logger = new Logger(CatalogFactsApplier.name);
  private readonly handlers: HandlerTable<'gamma', Submission[]> = {
    'catalog.market.v1': (fact, { sequence }) => this.submissionsOf(withExponent(fact), sequence),
    'catalog.market.v2': (fact, { sequence }) => this.submissionsOf(fact, sequence),
  };
  /** Markets that this batch opens, until the directory knows them. */
  private readonly opening = new Set<string>();
  private readonly openingTokens = new Set<string>();
  private inFlight: Promise<Settled>[] = [];

  constructor(
    private readonly readCheckpoint: () => Promise<number>,
    private readonly directory: MarketDirectory,
    private readonly submit: (submission: Submission) => Promise<Settled>,
    private readonly recorded: Pick<Recorded, 'level'>,
  ) {}

  async checkpoint(): Promise<number> {
    await this.recorded.level();
    return this.readCheckpoint();
  }

  async apply(messages: readonly FactMessage<FactsBySource['gamma']>[]): Promise<void> {
    let last = 0;
    for (const each of sequenced<'gamma'>(messages)) {
      // A second fact of a market needs the outcome of the first.
      if (this.inFlight.length >= IN_FLIGHT_MAX || this.isOpening(each.fact.conditionId)) await this.drain();
      last = each.sequence;
      for (const submission of dispatch(this.handlers, each) ?? []) this.inFlight.push(this.submit(submission));
    }
    this.inFlight.push(this.submit({ command: { type: 'advanceTime' }, attachment: checkpointAt(last, []) }));
    await this.drain();
  }

  private async drain(): Promise<void> {
    const waiting = this.inFlight;
    this.inFlight = [];
    await Promise.all(waiting);
    this.opening.clear();
    this.openingTokens.clear();
  }

  private isOpening(conditionId: string | null): boolean {
    return conditionId !== null && this.opening.has(conditionId);
  }

  private submissionsOf(fact: CatalogMarketV2, sequence: number): Submission[] {
    const listing = listingOf(fact);
    if (listing === null || !this.tokensAreFree(listing)) return [];
    const known = this.directory.byCondition(listing.conditionId);
    const commands = known === undefined ? openingCommands(fact, listing) : changeCommands(fact, listing, known);
    if (known !== undefined && awaitsResult({ ...known, sourceWord: listing.sourceWord })) this.leaveToOperator(known);
    this.opening.add(listing.conditionId);
    this.openingTokens.add(listing.token0Id).add(listing.token1Id);
    // The first command carries the listing, so that a market is never in the record without its description.
    return commands.map((command, index) => ({ command, attachment: checkpointAt(sequence - 1, index === 0 ? [listing] : []) }));
  }

  /** A token names one market for good; a catalog that says otherwise is wrong, and the log says so. */
  private tokensAreFree(listing: Listing): boolean {
    const tokens = [listing.token0Id, listing.token1Id];
    const known = this.directory.byCondition(listing.conditionId);
    const isFree =
      known === undefined
        ? !tokens.some((token) => this.isTaken(token))
        : tokens.every((token, index) => known.tokenIds[index] === token);
    if (!isFree)
      this.logger.warn({
        msg: 'catalog market refused: its token ids belong to another market',
        conditionId: listing.conditionId,
      });
    return isFree;
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

/** Sequence of the last catalog fact whose commit is in the tables; 0 when there is none. */
export async function readCatalogCheckpoint(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sequence: number }>(`select sequence from clob.checkpoints where source = 'gamma'`);
  return rows[0]?.sequence ?? 0;
}

/** A market as it was told before it had an exponent. */
function withExponent({ takerFeeBps, ...fact }: CatalogMarketV1): CatalogMarketV2 {
  return { ...fact, type: 'catalog.market.v2', feeRateBps: takerFeeBps, feeExponent: 1 };
}

/** Facts up to `sequence` are applied once the command that carries this is committed. */
function checkpointAt(sequence: number, listings: readonly Listing[]): CheckpointAttachment {
  return { kind: 'checkpoint', source: 'gamma', sequence, listings };
}

function openingCommands(fact: CatalogMarketV2, { conditionId, catalogTerms }: Listing): CommandDraft[] {
  const open: CommandDraft = { type: 'openMarket', conditionId, ...catalogTerms };
  if (fact.result !== undefined) return [open, { type: 'resolveMarket', conditionId, resolution: fact.result }];
  return isOver(fact) ? [open, { type: 'closeMarket', conditionId }] : [open];
}

/** Always at least one command, because the listing travels with it. */
function changeCommands(fact: CatalogMarketV2, { conditionId, catalogTerms }: Listing, known: MarketEntry): CommandDraft[] {
  const commands: CommandDraft[] = [{ type: 'advanceTime' }];
  if (known.market.status === 'resolved') return commands;
  if (fact.result !== undefined && known.market.collateralMicros === 0)
    return [...commands, { type: 'resolveMarket', conditionId, resolution: fact.result }];
  if ((isOver(fact) || fact.result !== undefined) && known.market.status !== 'closed' && !isOver(known))
    commands.push({ type: 'closeMarket', conditionId });
  else if (known.catalogTerms.acceptingOrders && !catalogTerms.acceptingOrders)
    commands.push({ type: 'pauseMarket', conditionId });
  else if (!known.catalogTerms.acceptingOrders && catalogTerms.acceptingOrders)
    commands.push({ type: 'resumeMarket', conditionId });
  if (!sameTerms(known.catalogTerms, catalogTerms)) commands.push({ type: 'setMarketTerms', conditionId, ...catalogTerms });
  return commands;
}

function sameTerms(a: Listing['catalogTerms'], b: Listing['catalogTerms']): boolean {
  return (
    a.tickPips === b.tickPips &&
    a.minimumSizeMicros === b.minimumSizeMicros &&
    a.feeRateBps === b.feeRateBps &&
    a.feeExponent === b.feeExponent &&
    a.delayMillis === b.delayMillis
  );
}
