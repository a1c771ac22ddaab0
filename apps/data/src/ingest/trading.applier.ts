import type { FactMessage, TradingFact } from '@foretell/contracts';
import { lastSequence } from '@foretell/contracts';
import { sequenced, type FactApplier } from '@foretell/platform-nats';
import { inTransaction, type Pool } from '@foretell/platform-prisma';
import { touchedBy } from '../projections/touched';
import { reduceTrading } from '../projections/trading.reduction';
import { holdLiveGeneration, liveGeneration, moveCheckpoint, readCheckpoint, storeCounters } from './generation.query';
import { NumberCache } from './number-cache';
import { readPriorRows } from './prior-rows.query';
import { writeTradingRows } from './rows.write';

/**
 * Trading facts to rows: reads the touched rows, reduces the batch purely, writes by arrays, and moves the checkpoint, all
 * in one transaction. With a generation it writes that one (a rebuild), without it the live one.
 */
export class TradingApplier implements FactApplier<'clob'> {
  private readonly numbers = new NumberCache();

  constructor(
    private readonly pool: Pool,
    private readonly generation?: number,
  ) {}

  async checkpoint(): Promise<number> {
    const { sequence } = await readCheckpoint(this.pool, this.generation ?? (await liveGeneration(this.pool)), 'clob');
    return sequence;
  }

  async apply(messages: readonly FactMessage<TradingFact>[]): Promise<void> {
    const first = messages[0];
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return;
    const { generation, rows } = await inTransaction(this.pool, async (client) => {
      const target = this.generation ?? (await holdLiveGeneration(client));
      const checkpoint = await moveCheckpoint(client, target, 'clob', first.firstSequence - 1, lastSequence(last));
      const touched = touchedBy(messages.flatMap(({ facts }) => facts));
      const prior = await readPriorRows(client, target, checkpoint, touched, this.numbers);
      const reduced = reduceTrading(sequenced<'clob'>(messages), prior);
      await writeTradingRows(client, target, reduced);
      await storeCounters(client, target, 'clob', { at: reduced.at, wallets: reduced.walletCount, conditions: reduced.conditionCount });
      return { generation: target, rows: reduced };
    });
    for (const { address, number } of rows.newWallets) this.numbers.set(generation, address, number);
  }
}
