import { Inject, Injectable } from '@nestjs/common';
import { sequenced, type FactMessage, type TradingFact } from '@foretell/contracts';
import { dispatch, type FactApplier, type HandlerTable } from '@foretell/platform-nats';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { CatalogVersion } from '../cache/catalog-version';
import { CatalogDraft } from '../store/catalog-draft';
import { advanceHead, loadHeld, lockHead, saveChange } from '../store/catalog.store';

interface TradingStatus {
  readonly conditionId: string;
  readonly closed: boolean;
}

const nothing = (): null => null;

/** Of the trading surface's facts the catalog needs one: a market's change of state. */
const HANDLERS: HandlerTable<'clob', TradingStatus | null> = {
  'market.changed.v1': ({ conditionId, status }) => ({ conditionId, closed: status === 'closed' || status === 'resolved' }),
  'order.accepted.v1': nothing,
  'order.closed.v1': nothing,
  'trade.matched.v1': nothing,
  'position.split.v1': nothing,
  'position.merged.v1': nothing,
  'position.redeemed.v1': nothing,
  'funds.credited.v1': nothing,
  'funds.debited.v1': nothing,
  'market.quoted.v1': nothing,
};

/**
 * Keeps the catalog's flags in step with trading. What trading says is kept beside what the catalog's source says (trading_closed
 * beside catalog_closed; readers see either), and the catalog's own facts speak only of the latter. So applying a fact never
 * tells one, and an import of an older file does not reopen a market that trading has closed.
 */
@Injectable()
export class TradingFactsApplier implements FactApplier<'clob'> {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly version: CatalogVersion,
  ) {}

  async checkpoint(): Promise<number> {
    const { rows } = await this.pool.query<{ sequence: number }>(`SELECT sequence FROM gamma.checkpoints WHERE source = 'clob'`);
    return rows[0]?.sequence ?? 0;
  }

  async apply(messages: readonly FactMessage<TradingFact>[]): Promise<void> {
    const facts = [...sequenced<'clob'>(messages)];
    const first = facts[0]?.sequence;
    const last = facts.at(-1)?.sequence;
    if (first === undefined || last === undefined) return;
    // The last status of each condition is the one that counts.
    const statuses = new Map(facts.flatMap((each) => statusOf(dispatch(HANDLERS, each))));
    const version = await inTransaction(this.pool, async (client) => {
      const reached = statuses.size === 0 ? null : await applyStatuses(client, statuses);
      await moveCheckpoint(client, first - 1, last);
      return reached;
    });
    if (version !== null) this.version.reached(version);
  }
}

function statusOf(status: TradingStatus | null | undefined): [string, boolean][] {
  return status === null || status === undefined ? [] : [[status.conditionId, status.closed]];
}

async function applyStatuses(client: PoolClient, statuses: ReadonlyMap<string, boolean>): Promise<number | null> {
  const head = await lockHead(client);
  const held = await loadHeld(client, { tags: [], series: [], events: [], markets: [], conditions: [...statuses.keys()] });
  const draft = new CatalogDraft(held);
  for (const [conditionId, closed] of statuses) draft.setTradingClosed(conditionId, closed);
  const change = draft.change();
  if (change.markets.length === 0 && change.events.length === 0) return null;
  await saveChange(client, change, head);
  return (await advanceHead(client, head, [], 0)).version;
}

async function moveCheckpoint(client: PoolClient, from: number, to: number): Promise<void> {
  await client.query(`INSERT INTO gamma.checkpoints (source, sequence) VALUES ('clob', 0) ON CONFLICT (source) DO NOTHING`);
  const { rowCount } = await client.query(`UPDATE gamma.checkpoints SET sequence = $2 WHERE source = 'clob' AND sequence = $1`, [
    from,
    to,
  ]);
  if (rowCount !== 1) throw new Error(`the checkpoint is not at ${from}: another process applies the same facts`);
}
