import type { Holder, HoldersItem } from '@foretell/contracts';
import { person } from '../profiles/profile.columns';
import { assetOf, fromMicros } from '../wire/json-numbers';
import type { HolderRead } from './holders.query';

/** Groups rows, which are ordered by token, into one entry per token; tokens have the names of the response format. */
export function toHoldersItems(
  rows: readonly HolderRead[],
  nameOf: (conditionId: string, outcome: number) => string = assetOf,
): HoldersItem[] {
  const items = new Map<string, HoldersItem>();
  for (const row of rows) {
    const token = nameOf(row.conditionId, row.outcome);
    const item = items.get(token) ?? { token, holders: [] };
    items.set(token, item);
    if (row.address !== null) item.holders.push(toHolder(row.address, token, row));
  }
  return [...items.values()];
}

function toHolder(address: string, asset: string, row: HolderRead): Holder {
  const { name, pseudonym, bio, profileImage, profileImageOptimized } = person(address, row);
  return {
    proxyWallet: address,
    bio,
    asset,
    pseudonym,
    amount: fromMicros(row.sizeMicros),
    displayUsernamePublic: row.displayUsernamePublic ?? false,
    outcomeIndex: row.outcome,
    name,
    profileImage,
    profileImageOptimized,
  };
}
