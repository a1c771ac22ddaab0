import type { PoolClient } from '@foretell/platform-prisma';
import type { FigureChange } from './figure-changes';
import * as sql from './figures.sql';

/** Writes what facts say of figures: at most five statements, whatever the number of facts. `hour` is the Unix hour that it is. */
export async function saveFigures(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  await saveVolumes(client, changes, hour);
  const priced = changes.filter(({ quote, lastTradePips }) => quote !== undefined || lastTradePips !== undefined);
  if (priced.length > 0) {
    await client.query(sql.SET_PRICES, [
      conditionsOf(priced),
      priced.map(({ quote }) => quote !== undefined),
      priced.map(({ quote }) => quote?.bid ?? null),
      priced.map(({ quote }) => quote?.ask ?? null),
      priced.map(({ lastTradePips }) => lastTradePips !== undefined),
      priced.map(({ lastTradePips }) => lastTradePips ?? null),
    ]);
  }
  const ended = changes.filter(({ closedAt }) => closedAt !== undefined);
  if (ended.length > 0) {
    const values = [conditionsOf(ended), ended.map(({ closedAt }) => closedAt), ended.map(({ payoutPips }) => payoutPips)];
    await client.query(sql.SET_ENDS, values);
  }
}

async function saveVolumes(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  const traded = changes.flatMap(({ conditionId, hours }) => [...hours].map(([at, micros]) => ({ conditionId, at, micros })));
  if (traded.length === 0) return;
  const values = [conditionsOf(traded), traded.map(({ at }) => at), traded.map(({ micros }) => micros)];
  await client.query(sql.ADD_HOURS, values);
  await client.query(sql.ADD_VOLUMES, [...values, hour]);
  await client.query(sql.SUM_EVENTS, [[...new Set(conditionsOf(traded))]]);
}

/** Takes out of the windows what has left them since `from`. @returns whether any figure changed */
export async function shiftWindows(client: PoolClient, from: number, hour: number): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>(sql.SHIFT_WINDOWS, [from, hour]);
  if (rows.length > 0) await client.query(sql.SUM_EVENTS_OF_MARKETS, [rows.map(({ id }) => id)]);
  await client.query(sql.FORGET_HOURS, [hour]);
  return rows.length > 0;
}

function conditionsOf(changes: readonly { readonly conditionId: string }[]): readonly string[] {
  return changes.map(({ conditionId }) => conditionId);
}
