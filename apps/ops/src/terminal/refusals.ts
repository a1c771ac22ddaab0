import type { Refusal } from '@foretell/contracts';
import { count } from './figures';
import type { Screen } from './screen';
import { shrinking, table } from './table';
import { plainText } from './width';

const SHOWN = 20;

/** The first refusals of an import; `total` counts also those that are not stored. */
export function refusalLines(screen: Screen, stored: readonly Refusal[], total = stored.length): readonly string[] {
  if (total === 0) return [];
  const rows = stored.slice(0, SHOWN).map(({ place, id, reason }) => [place, id ?? '-', reason].map(plainText));
  const rest = total - rows.length;
  return [
    ...table(screen, ['PLACE', 'ID', shrinking('REASON')], rows),
    ...(rest > 0
      ? [`and ${count(rest)} more; --json lists ${total > stored.length ? `the first ${count(stored.length)}` : 'all'}`]
      : []),
  ];
}
