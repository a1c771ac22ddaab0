import type { PublicMarketFields } from '@foretell/contracts';
import { useMemo } from 'react';
import type { Site } from '../config/site';
import { useSite } from '../config/site-context';
import { inGroups } from '../live/in-groups';
import { addressOf } from '../live/read-resource';
import { useResources } from '../live/use-resources';

const REFRESH_MILLIS = 10_000;
/** A condition id takes 81 characters of an address, which stays below 8 kB. */
const IDS_PER_REQUEST = 50;

/** Why a market accepts no orders; null while it does. */
export type Standing = 'Awaiting result' | 'Paused' | null;

/** States of the catalog's markets, by condition id. */
export function useStandings(conditionIds: readonly string[]): ReadonlyMap<string, Standing> {
  const { answers } = useResources<readonly PublicMarketFields[]>(standingAddresses(useSite(), conditionIds), REFRESH_MILLIS);
  return useMemo(
    () => new Map(answers.flatMap((markets = []) => markets.map((each) => [each.conditionId, standingOf(each)]))),
    [answers],
  );
}

export function standingAddresses({ gamma }: Site, conditionIds: readonly string[]): readonly string[] {
  return inGroups([...new Set(conditionIds)].sort(), IDS_PER_REQUEST).map((ids) =>
    addressOf(gamma, '/public/markets', { condition_ids: ids.join(','), limit: IDS_PER_REQUEST }),
  );
}

export function standingOf({ acceptingOrders, closed }: Pick<PublicMarketFields, 'acceptingOrders' | 'closed'>): Standing {
  if (acceptingOrders) return null;
  return closed ? 'Awaiting result' : 'Paused';
}
