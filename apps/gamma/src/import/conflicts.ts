import type { Refusal } from '@foretell/contracts';
import type { PoolClient } from '@foretell/platform-prisma';
import { filling } from './filling';
import type { StoredCatalog } from '../store/catalog-draft';
import { holdersOfSlugs, tokenHolders } from '../store/catalog.store';
import type { ImportInput, MarketInput, TakenOver } from '../store/import-input';
import { isDerivedId } from './trading-row';

/**
 * A condition and a token belong to one market. The first market keeps them, and a later one that names them is refused. But both
 * formats may describe one market. A row in the trading format fills a market of the catalog's format. A row in the catalog's
 * format takes over a market with a derived id, including its history.
 * @returns the markets that are taken over
 */
export async function settleConflicts(
  client: PoolClient,
  input: ImportInput,
  stored: StoredCatalog,
): Promise<readonly TakenOver[]> {
  const tokens = [...new Set(input.markets.flatMap(({ fields }) => fields.tokenIds ?? []))];
  const owners = new Owners(await tokenHolders(client, tokens), stored);
  const storedIds = new Set(stored.markets.map(({ id }) => id));
  const takenOver: TakenOver[] = [];
  for (const market of input.markets.splice(0)) {
    const { id, conditionId, tokenIds = [] } = market.fields;
    const owner = owners.ofCondition(conditionId) ?? id;
    const isClaim = owner !== id && isDerivedId(owner) && !market.isOfTrading && !storedIds.has(id);
    const token = tokenIds.find((each) => ![id, undefined, isClaim ? owner : id].includes(owners.ofToken(each)));
    if (market.isOfTrading && owner !== id) {
      fill(input, market, owner, stored);
    } else if (owner !== id && !isClaim) {
      refuse(input, market, `condition id ${conditionId} belongs to market ${owner} already`);
    } else if (token !== undefined) {
      refuse(input, market, `token id ${token} belongs to market ${owners.ofToken(token)} already`);
    } else {
      if (isClaim && storedIds.has(owner)) takenOver.push({ from: owner, to: id });
      if (isClaim) rename(input, owner, id);
      input.markets.push(market);
      owners.keep(market);
    }
  }
  return takenOver;
}

/** The owners of conditions and tokens, extended row by row. */
class Owners {
  private readonly conditions: Map<string, number>;
  private readonly tokens: Map<string, number>;

  constructor(tokens: ReadonlyMap<string, number>, { markets }: StoredCatalog) {
    this.tokens = new Map(tokens);
    this.conditions = new Map(markets.flatMap(({ id, conditionId }) => (conditionId === null ? [] : [[conditionId, id]])));
  }

  ofCondition(conditionId: string | null | undefined): number | undefined {
    return this.conditions.get(conditionId ?? '');
  }

  ofToken(tokenId: string): number | undefined {
    return this.tokens.get(tokenId);
  }

  keep({ fields: { id, conditionId, tokenIds = [] } }: MarketInput): void {
    if (typeof conditionId === 'string') this.conditions.set(conditionId, id);
    for (const token of tokenIds) this.tokens.set(token, id);
  }
}

/** Fills a stored market. A market of the same batch has more data than this row, so it is merged over the row. */
function fill(input: ImportInput, market: MarketInput, owner: number, stored: StoredCatalog): void {
  const known = stored.markets.find(({ id }) => id === owner);
  const first = input.markets.findIndex(({ fields }) => fields.id === owner);
  if (known !== undefined) input.markets.push(filling(known, market));
  else input.markets.splice(Math.max(first, 0), 0, { ...market, fields: { ...market.fields, id: owner } });
  renameInRows(input, market.fields.id, owner);
}

/** Applies earlier rows of the batch under the derived id to this market. */
function rename(input: ImportInput, from: number, to: number): void {
  input.markets.forEach((market, index) => {
    if (market.fields.id === from) input.markets[index] = { ...market, fields: { ...market.fields, id: to } };
  });
  renameInRows(input, from, to);
}

function renameInRows({ rows }: ImportInput, from: number, to: number): void {
  for (const { markets } of rows) if (markets.includes(from)) markets.splice(markets.indexOf(from), 1, to);
}

function refuse(input: ImportInput, { place, fields: { id } }: MarketInput, reason: string): void {
  for (const { markets } of input.rows) if (markets.includes(id)) markets.splice(markets.indexOf(id), 1);
  input.refused.push({ place, id: String(id), reason });
}

/** Stored markets and events whose slug others have as well: a page by slug shows one of them. */
export async function sharedSlugs(client: PoolClient, { markets, events, rows }: ImportInput): Promise<readonly Refusal[]> {
  const places = new Map(rows.flatMap((row) => row.events.map((id): [number, string] => [id, row.place])));
  const named = [
    ...markets.map(({ place, fields: { id, slug } }) => ({ kind: 'market', place, id, slug })),
    ...events.map(({ id, slug }) => ({ kind: 'event', place: places.get(id) ?? '', id, slug })),
  ];
  const holders = await holdersOfSlugs(client, {
    markets: [...new Set(markets.map(({ fields }) => fields.slug))],
    events: [...new Set(events.map(({ slug }) => slug))],
  });
  const ids = new Map<string, Set<number>>();
  for (const { kind, slug, id } of [...holders, ...named]) {
    const key = `${kind} ${slug}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const reported = new Set<string>();
  return named.flatMap(({ kind, slug, id, place }) => {
    const others = [...(ids.get(`${kind} ${slug}`) ?? [])].filter((each) => each !== id);
    if (others.length === 0 || reported.has(`${kind} ${id}`)) return [];
    reported.add(`${kind} ${id}`);
    return [{ place, id: String(id), reason: `its slug ${slug} is also that of ${kind} ${others.slice(0, 3).join(', ')}` }];
  });
}
