import type { PoolClient } from '@foretell/platform-prisma';
import type { FigureChange } from './figure-changes';
import * as sql from './figures.sql';

/** Writes what facts say of figures: at most nine statements, whatever the number of facts. `hour` is the Unix hour that it is. */
export async function saveFigures(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  await saveVolumes(client, changes, hour);
  await savePrices(client, changes, hour);
  const ended = changes.filter(({ closedAt }) => closedAt !== undefined);
  if (ended.length > 0) {
    const values = [conditionsOf(ended), ended.map(({ closedAt }) => closedAt), ended.map(({ payoutPips }) => payoutPips)];
    await client.query(sql.SET_ENDS, values);
  }
  const measured = changes.flatMap(({ conditionId, measure }) => (measure === undefined ? [] : [{ conditionId, ...measure }]));
  if (measured.length > 0) {
    const values = [measured.map(({ liquidity }) => liquidity), measured.map(({ openInterest }) => openInterest)];
    await client.query(sql.SET_MEASURES, [conditionsOf(measured), ...values]);
  }
  const touched = changes.filter(({ quote, measure, closedAt }) => [quote, measure, closedAt].some((said) => said !== undefined));
  if (touched.length > 0) await client.query(sql.SUM_EVENT_MEASURES, [conditionsOf(touched)]);
}

async function savePrices(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  const quoted = changes.filter(({ quote, lastTradePips }) => quote !== undefined || lastTradePips !== undefined);
  if (quoted.length > 0) {
    await client.query(sql.SET_PRICES, [
      conditionsOf(quoted),
      quoted.map(({ quote }) => quote !== undefined),
      quoted.map(({ quote }) => quote?.bid ?? null),
      quoted.map(({ quote }) => quote?.ask ?? null),
      quoted.map(({ lastTradePips }) => lastTradePips !== undefined),
      quoted.map(({ lastTradePips }) => lastTradePips ?? null),
    ]);
  }
  const priced = changes.flatMap(({ conditionId, prices }) =>
    [...prices].map(([at, halfPips]) => ({ conditionId, at, halfPips })),
  );
  if (priced.length === 0) return;
  const values = [conditionsOf(priced), priced.map(({ at }) => at), priced.map(({ halfPips }) => halfPips)];
  await client.query(sql.PUT_HOUR_PRICES, values);
  // Only facts that come late say anything of hours before this one.
  const late = priced.filter(({ at }) => at < hour);
  if (late.length > 0) await client.query(sql.SET_EARLIER_PRICES_OF_CONDITIONS, [[...new Set(conditionsOf(late))], hour]);
}

async function saveVolumes(client: PoolClient, changes: readonly FigureChange[], hour: number): Promise<void> {
  const traded = changes.flatMap(({ conditionId, hours }) => [...hours].map(([at, micros]) => ({ conditionId, at, micros })));
  if (traded.length === 0) return;
  const values = [conditionsOf(traded), traded.map(({ at }) => at), traded.map(({ micros }) => micros)];
  await client.query(sql.ADD_HOURS, values);
  await client.query(sql.ADD_VOLUMES, [...values, hour]);
  await client.query(sql.SUM_EVENTS, [[...new Set(conditionsOf(traded))]]);
}

/**
 * Takes out of the windows what has left them since `from`, and looks up the prices that they begin with now. @returns whether any
 * figure changed
 */
export async function shiftWindows(client: PoolClient, from: number, hour: number): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>(sql.SHIFT_WINDOWS, [from, hour]);
  if (rows.length > 0) await client.query(sql.SUM_EVENTS_OF_MARKETS, [rows.map(({ id }) => id)]);
  const { rowCount } = await client.query(sql.SHIFT_EARLIER_PRICES, [from, hour]);
  await client.query(sql.FORGET_HOURS, [hour]);
  await client.query(sql.FORGET_PRICES, [hour]);
  return rows.length > 0 || (rowCount ?? 0) > 0;
}

function conditionsOf(changes: readonly { readonly conditionId: string }[]): readonly string[] {
  return changes.map(({ conditionId }) => conditionId);
}
