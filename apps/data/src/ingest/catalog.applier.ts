import { lastSequence, sequenced, type CatalogFact, type FactMessage } from '@foretell/contracts';
import { factsSetAside, SetAsideFacts, type FactApplier, type RefusedFacts, type SetAsideRow } from '@foretell/platform-nats';
import { inTransaction, type Pool } from '@foretell/platform-prisma';
import { reduceCatalog } from '../projections/catalog.reduction';
import { holdLiveGeneration, liveGeneration, moveCheckpoint, NO_COUNTERS, readCheckpoint } from '../database/generation.query';
import { writeMarkets } from './rows.write';

/** Catalog facts to market rows, the checkpoint in the same transaction. */
export class CatalogApplier implements FactApplier<'gamma'> {
  private readonly aside = new SetAsideFacts('data');

  constructor(
    private readonly pool: Pool,
    private readonly generation?: number,
  ) {}

  async checkpoint(): Promise<number> {
    const { sequence } = await readCheckpoint(this.pool, this.generation ?? (await liveGeneration(this.pool)), 'gamma');
    return sequence;
  }

  async apply(messages: readonly FactMessage<CatalogFact>[]): Promise<void> {
    const first = messages[0];
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return;
    await inTransaction(this.pool, async (client) => {
      const generation = this.generation ?? (await holdLiveGeneration(client));
      await moveCheckpoint(client, generation, 'gamma', first.firstSequence - 1, {
        sequence: lastSequence(last),
        ...NO_COUNTERS,
      });
      const facts = [...sequenced<'gamma'>(messages)];
      await writeMarkets(client, generation, reduceCatalog(facts));
      await this.aside.supersede(client, 'gamma', facts, generation);
    });
  }

  async setAside(refused: RefusedFacts): Promise<void> {
    const { firstSequence, lastSequence: sequence } = refused;
    await inTransaction(this.pool, async (client) => {
      const generation = this.generation ?? (await holdLiveGeneration(client));
      await moveCheckpoint(client, generation, 'gamma', firstSequence - 1, { sequence, ...NO_COUNTERS });
      await this.aside.put(client, refused, generation);
    });
  }

  /** Of a market of which a later fact was applied none is set aside any more. */
  async replay(row: SetAsideRow): Promise<void> {
    const markets = reduceCatalog(factsSetAside(row, 'gamma'));
    await inTransaction(this.pool, async (client) => {
      const generation = await holdLiveGeneration(client);
      if (await this.aside.take(client, row)) await writeMarkets(client, generation, markets);
    });
  }
}
