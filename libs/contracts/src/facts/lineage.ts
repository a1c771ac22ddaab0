/** The header of a message on the stream that says of which history of the record it is: see lineageText. */
export const LINEAGE_HEADER = 'Foretell-Lineage';

/** Of a lineage's ancestors so many are named, the first among them: a reader that far behind reads all events again. */
const ANCESTORS_MAX = 16;
const SHAPE = /^([0-9a-f]{16})((?: [0-9a-f]{16}@\d{1,16})*)$/;

/**
 * Which history of a source's record a sequence belongs to. A restore, a promotion or the operator begins another one, whose
 * events after that point have nothing to do with those of its parent. Source: docs/decisions/lineage.md.
 */
export interface Lineage {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** From the parent back to the first; each with the last sequence that it shares with this one. */
  readonly ancestors: readonly LineageAncestor[];
}

/** An earlier history of the same record. */
export interface LineageAncestor {
  readonly id: string;
  readonly sharedTo: number;
}

/** What stands in the header and beside a checkpoint: the id, then each ancestor as `id@sharedTo`, separated by spaces. */
export function lineageText({ id, ancestors }: Lineage): string {
  const named =
    ancestors.length <= ANCESTORS_MAX ? ancestors : [...ancestors.slice(0, ANCESTORS_MAX - 1), ...ancestors.slice(-1)];
  return [id, ...named.map((ancestor) => `${ancestor.id}@${ancestor.sharedTo}`)].join(' ');
}

/** Null when the text is not one of lineageText. */
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
 * The last sequence at which a record of this lineage holds the same as one of another: Infinity when it is the same, null when
 * nothing is known of the other. A null id stands for the first lineage: of what was written before there were any.
 */
export function sharedTo({ id, ancestors }: Lineage, other: string | null): number | null {
  if (other === id) return Infinity;
  const first = ancestors.at(-1);
  if (other === null) return first === undefined ? Infinity : first.sharedTo;
  return ancestors.find((ancestor) => ancestor.id === other)?.sharedTo ?? null;
}

/** What a reader that stands at a checkpoint has to do about a message of a lineage. */
export type LineageVerdict = 'same' | 'adopt' | 'refuse';

/**
 * @param told the header of the newest message; a message without one is of the lineage that its reader follows @param followed
 * what stands beside the checkpoint
 */
export function judgeLineage(told: string | null, followed: string | null, checkpoint: number): LineageVerdict {
  if (told === null || told === followed) return 'same';
  const lineage = parseLineage(told);
  if (lineage === null) return 'refuse';
  if (checkpoint === 0) return 'adopt';
  const shared = sharedTo(lineage, followed === null ? null : (parseLineage(followed)?.id ?? ''));
  return shared !== null && checkpoint <= shared ? 'adopt' : 'refuse';
}
