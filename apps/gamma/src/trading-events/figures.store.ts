import type { PoolClient } from '@foretell/platform-prisma';
import type { FigureChange } from './figure-changes';
import * as sql from './figures.query';

/** Writes the figures of a batch: at most nine statements for any number of events. `hour` is the current Unix hour. */
export async function saveFigures(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  await saveVolumes(client, changes, hour);
  await savePrices(client, changes, hour);
  await client.query(sql.SET_STATES, [
    conditionsOf(changes),
    changes.map(({ quote }) => quote !== undefined),
    changes.map(({ quote }) => quote?.bid ?? null),
    changes.map(({ quote }) => quote?.ask ?? null),
    changes.map(({ lastTradePips }) => lastTradePips ?? null),
    changes.map(({ hasBook }) => hasBook),
    changes.map(({ liquidity }) => liquidity?.usdc ?? null),
    changes.map(({ liquidity }) => (liquidity?.isOfBook === true ? liquidity.usdc : 0)),
    changes.map(({ openInterest }) => openInterest ?? null),
    changes.map(({ end }) => end !== undefined),
    changes.map(({ end }) => end?.closedAt ?? null),
    changes.map(({ end }) => end?.payoutPips ?? null),
  ]);
  await client.query(sql.SUM_EVENT_MEASURES, [conditionsOf(changes)]);
}

/** Runs before the payouts of the same events are written, because quotes count up to them. */
async function savePrices(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  const priced = changes.flatMap(({ conditionId, prices }) => [...prices].map(([at, price]) => ({ conditionId, at, ...price })));
  if (priced.length === 0) return;
  const hours = priced.map(({ at }) => at);
  const values = [conditionsOf(priced), hours, priced.map(({ halfPips }) => halfPips), priced.map(({ isPayout }) => isPayout)];
  const { rows } = await client.query<{ id: number; hour: number }>(sql.PUT_HOUR_PRICES, values);
  // Only late events change hours before this one.
  const late = new Set(rows.flatMap(({ id, hour: at }) => (at < hour ? [id] : [])));
  if (late.size > 0) await client.query(sql.SET_EARLIER_PRICES, [[...late], hour]);
}

async function saveVolumes(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  const traded = changes.flatMap(({ conditionId, hours }) => [...hours].map(([at, micros]) => ({ conditionId, at, micros })));
  if (traded.length === 0) return;
  const values = [conditionsOf(traded), traded.map(({ at }) => at), traded.map(({ micros }) => micros)];
  for (const statement of sql.ADOPT) await client.query(statement, [hour, [...new Set(conditionsOf(traded))]]);
  await client.query(sql.ADD_HOURS, values);
  await client.query(sql.ADD_VOLUMES, [...values, hour]);
  await client.query(sql.SUM_EVENTS, [[...new Set(conditionsOf(traded))], hour]);
}

/**
 * Subtracts from the windows what has left them since `from`, reduces the source's figures, and finds the prices before the new
 * windows.
 * @returns whether any figure changed
 */
export async function shiftWindows(client: PoolClient, from: number, hour: number): Promise<boolean> {
  for (const statement of sql.ADOPT_ALL) await client.query(statement, [hour]);
  const { rows } = await client.query<{ id: number }>(sql.SHIFT_WINDOWS, [from, hour]);
  if (rows.length > 0) await client.query(sql.SUM_EVENTS_OF_MARKETS, [rows.map(({ id }) => id), hour]);
  let faded = 0;
  for (const statement of sql.FADE) faded += (await client.query(statement, [from, hour])).rowCount ?? 0;
  const { rowCount } = await client.query(sql.SHIFT_EARLIER_PRICES, [from, hour]);
  await client.query(sql.FORGET_HOURS, [hour]);
  await client.query(sql.FORGET_PRICES, [hour]);
  return rows.length > 0 || faded > 0 || (rowCount ?? 0) > 0;
}

function conditionsOf(changes: readonly { readonly conditionId: string }[]): readonly string[] {
  return changes.map(({ conditionId }) => conditionId);
}
