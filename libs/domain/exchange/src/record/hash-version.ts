/**
 * The definitions of the state hash that this core can work out. A definition never changes: a change of what is hashed is a new
 * version beside the old ones, so that whatever any release has stamped can be proved. Source: docs/decisions/versions.md.
 */
export const HASH_VERSIONS = [1, 2] as const;
export type HashVersion = (typeof HASH_VERSIONS)[number];

/** What a record gets that has none yet. It follows the newest by one release, so that the release before can go on from it. */
export const HASH_VERSION_UNLESS_TOLD: HashVersion = 1;
export const HASH_VERSION_NEWEST: HashVersion = 2;

/** Before there were versions a hash was its digits alone. */
const STAMP = /^(?:([0-9]+):)?[0-9a-f]{32}$/;

/** The hash as it is kept, "2:" and 32 hex digits: the version goes wherever the hash goes, into each head and each journal row. */
export function stampOf(version: HashVersion, digits: string): string {
  return version === 1 ? digits : `${version}:${digits}`;
}

/** Under which version a kept hash was worked out. Throws a sentence for one that this core does not know. */
export function hashVersionOf(stateHash: string): HashVersion {
  const stamp = STAMP.exec(stateHash);
  if (stamp === null) throw new Error(`"${stateHash}" is no state hash`);
  const number = Number(stamp[1] ?? 1);
  const version = HASH_VERSIONS.find((known) => known === number);
  if (version !== undefined) return version;
  throw new Error(
    `the state is stamped with version ${number} of its hash, and this release knows versions ${HASH_VERSIONS.join(' and ')}: ` +
      `start the release that stamped it, or let it stamp an earlier version first (ops rehash --to ${HASH_VERSION_NEWEST})`,
  );
}
