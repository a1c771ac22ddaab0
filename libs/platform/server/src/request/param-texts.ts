import type { ParamRule } from '@foretell/contracts/params';
import type { RequestRules } from './request-rules';

/** Parameters by name, as the parser of the query or the path returns them. */
export type Texts = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = [];

/** The values of a parameter and its aliases. */
export function textsOf(
  name: string,
  { aliases, isTrimmed, takesEmpty }: ParamRule,
  given: Texts,
  { emptyTexts }: RequestRules,
): readonly string[] {
  const value = given[name];
  // Most parameters are absent, or have one name and are given once.
  if (value === undefined && aliases.every((alias) => given[alias] === undefined)) return NONE;
  const counts = (text: string): boolean =>
    isTrimmed ? text.trim() !== '' : text !== '' || takesEmpty || emptyTexts === 'values';
  if (aliases.length === 0 && typeof value === 'string' && Object.hasOwn(given, name)) return counts(value) ? [value] : [];
  const texts = [name, ...aliases].flatMap((each) => (Object.hasOwn(given, each) ? asTexts(given[each]) : []));
  return texts.filter(counts);
}

/** The router's query parser returns a text, or a list of texts for a repeated name. */
function asTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map((each) => String(each)) : [];
}
