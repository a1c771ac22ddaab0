import { STATE_HASH, type StateHash } from './row-hash';

/** The state hash versions that this core computes, newest last. Source: docs/decisions/versions.md. */
export const STATE_HASHES: readonly StateHash[] = [STATE_HASH];

const STAMP = /^([0-9]+):[0-9a-f]{32}$/;

/** The stored form of the hash: each head and each journal row contains the version with it. */
export function stampOf({ version }: StateHash, digits: string): string {
  return `${version}:${digits}`;
}

/** The version of a stored hash. Throws a sentence for an unknown version. */
export function definitionOf(stateHash: string, known: readonly StateHash[] = STATE_HASHES): StateHash {
  const stamp = STAMP.exec(stateHash);
  if (stamp === null) throw new Error(`"${stateHash}" is no state hash`);
  const number = Number(stamp[1]);
  const found = known.find(({ version }) => version === number);
  if (found !== undefined) return found;
  throw new Error(
    `the state is stamped with version ${number} of its hash, and this release knows ` +
      `${known.map(({ version }) => version).join(' and ')}: start the release that stamped it`,
  );
}
