/**
 * The state hash definitions that this core supports. A definition never changes: a change of what is hashed adds a version, so
 * that the stamps of every release can be verified. Source: docs/decisions/versions.md.
 */
export const HASH_VERSIONS = [1, 2] as const;
export type HashVersion = (typeof HASH_VERSIONS)[number];

/** Version for a new journal. It trails the newest version by one release, so that the previous release can continue from it. */
export const HASH_VERSION_UNLESS_TOLD: HashVersion = 1;
export const HASH_VERSION_NEWEST: HashVersion = 2;

/** Before versions existed a stamp was only the digits. */
const STAMP = /^(?:([0-9]+):)?[0-9a-f]{32}$/;

/**
 * The stored form of the hash, "2:" and 32 hex digits. The version is stored wherever the hash is: in each head and each journal
 * row.
 */
export function stampOf(version: HashVersion, digits: string): string {
  return version === 1 ? digits : `${version}:${digits}`;
}

/** The version of a stored hash. Throws for one that this core does not support. */
export function hashVersionOf(stateHash: string): HashVersion {
  const stamp = STAMP.exec(stateHash);
  if (stamp === null) throw new Error(`"${stateHash}" is not a state hash`);
  const number = Number(stamp[1] ?? 1);
  const version = HASH_VERSIONS.find((known) => known === number);
  if (version !== undefined) return version;
  throw new Error(
    `the state is stamped with version ${number} of its hash, and this release knows versions ${HASH_VERSIONS.join(' and ')}: ` +
      `start the release that stamped it, or let it stamp an earlier version first (ops rehash --to ${HASH_VERSION_NEWEST})`,
  );
}
