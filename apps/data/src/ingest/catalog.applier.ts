import { lastSequence, sequenced, type CatalogEvent, type EventMessage } from '@foretell/contracts';
import {
  eventsDeadLettered,
  DeadLetters,
  type EventApplier,
  type EventPlace,
  type RefusedEvents,
  type DeadLetterRow,
} from '@foretell/platform-nats';
import { inTransaction, type Pool } from '@foretell/platform-prisma';
import { reduceCatalog } from '../projections/catalog.reduction';
import {
  adoptLineage,
  holdLiveGeneration,
  liveGeneration,
  moveCheckpoint,
  NO_COUNTERS,
  readCheckpoint,
  type Checkpoint,
} from '../database/generation.query';
import { writeMarkets } from './rows.query';

/** Applies catalog events to market rows, with the checkpoint in the same transaction. */
export class CatalogApplier implements EventApplier<'gamma'> {
  private readonly deadLetters = new DeadLetters('data');

  constructor(
    private readonly pool: Pool,
    private readonly generation?: number,
  ) {}

  async checkpoint(): Promise<Checkpoint> {
    return readCheckpoint(this.pool, await this.target(), 'gamma');
  }

  async adopt(at: EventPlace, lineage: string): Promise<void> {
    await adoptLineage(this.pool, await this.target(), 'gamma', at, lineage);
  }

  async apply(messages: readonly EventMessage<CatalogEvent>[], lineage: string | null): Promise<void> {
    const first = messages[0];
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return;
    await inTransaction(this.pool, async (client) => {
      const generation = this.generation ?? (await holdLiveGeneration(client));
      await moveCheckpoint(
        client,
        generation,
        'gamma',
        { sequence: first.firstSequence - 1, lineage },
        {
          sequence: lastSequence(last),
          ...NO_COUNTERS,
        },
      );
      const events = [...sequenced<'gamma'>(messages)];
      await writeMarkets(client, generation, reduceCatalog(events));
      await this.deadLetters.supersede(client, 'gamma', events, generation);
    });
  }

  async deadLetter(refused: RefusedEvents, lineage: string | null): Promise<void> {
    const { firstSequence, lastSequence: sequence } = refused;
    await inTransaction(this.pool, async (client) => {
      const generation = this.generation ?? (await holdLiveGeneration(client));
      await moveCheckpoint(client, generation, 'gamma', { sequence: firstSequence - 1, lineage }, { sequence, ...NO_COUNTERS });
      await this.deadLetters.put(client, refused, generation);
    });
  }

  /** After a later event of a market was applied, no earlier event of it stays dead-lettered. */
  async replay(row: DeadLetterRow): Promise<void> {
    const markets = reduceCatalog(eventsDeadLettered(row, 'gamma'));
    await inTransaction(this.pool, async (client) => {
      const generation = await holdLiveGeneration(client);
      if (await this.deadLetters.take(client, row)) await writeMarkets(client, generation, markets);
    });
  }

  private async target(): Promise<number> {
    return this.generation ?? liveGeneration(this.pool);
  }
}
