/** The header of a stream message with the lineage of its journal: see lineageText. */
export const LINEAGE_HEADER = 'Foretell-Lineage';

/** Maximum number of ancestors in the text, including the first: a reader further behind reads all events again. */
const ANCESTORS_MAX = 16;
const SHAPE = /^([0-9a-f]{16})((?: [0-9a-f]{16}@\d{1,16})*)$/;

/**
 * The history of a source's journal that a sequence belongs to. A restore, a promotion or the operator begins a new one. Its
 * events after that point are unrelated to those of its parent. Source: docs/decisions/lineage.md.
 */
export interface Lineage {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** From the parent to the first; each with the last sequence that it shares with this one. */
  readonly ancestors: readonly LineageAncestor[];
}

/** An earlier history of the same journal. */
export interface LineageAncestor {
  readonly id: string;
  readonly sharedTo: number;
}

/** The text stored in the header and with a checkpoint: the id, then each ancestor as `id@sharedTo`, separated by spaces. */
export function lineageText({ id, ancestors }: Lineage): string {
  const named =
    ancestors.length <= ANCESTORS_MAX ? ancestors : [...ancestors.slice(0, ANCESTORS_MAX - 1), ...ancestors.slice(-1)];
  return [id, ...named.map((ancestor) => `${ancestor.id}@${ancestor.sharedTo}`)].join(' ');
}

/** Null when the text does not have the form of lineageText. */
export function parseLineage(text: string): Lineage | null {
  const [, id, rest = ''] = SHAPE.exec(text) ?? [];
  if (id === undefined) return null;
  const ancestors = rest
    .split(' ')
    .slice(1)
    .map((part) => ({ id: part.slice(0, 16), sharedTo: Number(part.slice(17)) }));
  return { id, ancestors };
}

/**
 * The last sequence up to which a journal of this lineage equals one of another. Infinity when both are the same, null when the
 * other is unknown. A null id is the first lineage: what was written before lineages existed.
 */
export function sharedTo({ id, ancestors }: Lineage, other: string | null): number | null {
  if (other === id) return Infinity;
  const first = ancestors.at(-1);
  if (other === null) return first === undefined ? Infinity : first.sharedTo;
  return ancestors.find((ancestor) => ancestor.id === other)?.sharedTo ?? null;
}

/** The action of a reader at a checkpoint on a message of a lineage. */
export type LineageVerdict = 'same' | 'adopt' | 'refuse';

/**
 * @param received the header of the newest message; a message without one has the lineage that its reader follows
 * @param followed the lineage stored with the checkpoint
 */
export function judgeLineage(received: string | null, followed: string | null, checkpoint: number): LineageVerdict {
  if (received === null || received === followed) return 'same';
  const lineage = parseLineage(received);
  if (lineage === null) return 'refuse';
  if (checkpoint === 0) return 'adopt';
  const shared = sharedTo(lineage, followed === null ? null : (parseLineage(followed)?.id ?? ''));
  return shared !== null && checkpoint <= shared ? 'adopt' : 'refuse';
}
