import type { Refusal } from '@foretell/contracts';
import type { PoolClient } from '@foretell/platform-prisma';
import { filling } from './filling';
import type { HeldCatalog } from '../store/catalog-draft';
import { holdersOfSlugs, tokenHolders } from '../store/catalog.store';
import type { ImportInput, MarketInput } from '../store/import-input';

/**
 * One condition and one token belong to one market: the first that came keeps them, a later market that names them is refused.
 */
export async function refuseConflicts(client: PoolClient, input: ImportInput, held: HeldCatalog): Promise<void> {
  const tokens = [...new Set(input.markets.flatMap(({ fields }) => fields.tokenIds ?? []))];
  const tokenOwner = new Map(await tokenHolders(client, tokens));
  const conditionOwner = new Map(
    held.markets.flatMap(({ id, conditionId }) => (conditionId === null ? [] : [[conditionId, id]])),
  );
  const kept = input.markets.splice(0);
  for (const market of kept) {
    const { id, conditionId, tokenIds = [] } = market.fields;
    const condition = conditionId ?? undefined;
    const other = condition === undefined ? undefined : conditionOwner.get(condition);
    const token = tokenIds.find((each) => (tokenOwner.get(each) ?? id) !== id);
    const known = market.isOfTrading && other !== id ? held.markets.find((each) => each.id === other) : undefined;
    if (known !== undefined) {
      input.markets.push(filling(known, market));
      for (const { markets } of input.rows) if (markets.includes(id)) markets.splice(markets.indexOf(id), 1, known.id);
    } else if (other !== undefined && other !== id) {
      refuse(input, market, `condition id ${condition} belongs to market ${other} already`);
    } else if (token !== undefined) {
      refuse(input, market, `token id ${token} belongs to market ${tokenOwner.get(token)} already`);
    } else {
      input.markets.push(market);
      if (condition !== undefined) conditionOwner.set(condition, id);
      for (const each of tokenIds) tokenOwner.set(each, id);
    }
  }
}

function refuse(input: ImportInput, { place, fields: { id } }: MarketInput, reason: string): void {
  for (const { markets } of input.rows) if (markets.includes(id)) markets.splice(markets.indexOf(id), 1);
  input.refused.push({ place, id: String(id), reason });
}

/** Markets and events that are stored under a slug which others bear as well: a page by slug shows one of them. */
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
  const told = new Set<string>();
  return named.flatMap(({ kind, slug, id, place }) => {
    const others = [...(ids.get(`${kind} ${slug}`) ?? [])].filter((each) => each !== id);
    if (others.length === 0 || told.has(`${kind} ${id}`)) return [];
    told.add(`${kind} ${id}`);
    return [{ place, id: String(id), reason: `its slug ${slug} is also that of ${kind} ${others.slice(0, 3).join(', ')}` }];
  });
}
