import { decimalOfMicros, microsOf } from './micros';
import { typedDecimal, type Sign } from './typed-decimal';

/** What a field is in. */
export type FieldUnit = 'dollars' | 'cents' | 'shares' | 'sets';

const SIGNS: Readonly<Record<FieldUnit, Sign | null>> = { dollars: '$', cents: '¢', shares: null, sets: null };

/** For the sign of another unit. */
const FOREIGN: Readonly<Record<FieldUnit, string>> = {
  dollars: 'This is in dollars. For 50¢ write 0.50.',
  cents: 'This is in cents. For $0.50 write 50.',
  shares: 'This is a number of shares, without $ or ¢.',
  sets: 'This is a number of sets, without $ or ¢.',
};

/** A typed figure in millionths of its field's unit; null for none, and a sentence when it is ambiguous, foreign or too fine. */
export function typedFigure(text: string, unit: FieldUnit): bigint | string | null {
  const typed = typedDecimal(text, SIGNS[unit]);
  if (typed === null) return null;
  if ('foreign' in typed) return FOREIGN[unit];
  if ('readings' in typed) return ambiguityOf(typed.readings);
  return microsOf(typed.decimal) ?? 'At most six decimals.';
}

/** The figure as the page writes it into a field, where it must have one reading: "12.3450" where "12.345" may be thousands. */
export function fieldTextOf(micros: bigint, hasDecimalComma?: boolean): string {
  const decimal = decimalOfMicros(micros);
  const typed = typedDecimal(decimal, null, hasDecimalComma);
  return typed !== null && 'readings' in typed ? `${decimal}0` : decimal;
}

/** Asks which of two numbers is meant, and says how to write each. */
function ambiguityOf([whole, fraction]: readonly [string, string]): string {
  const shortest = fraction.replace(/\.?0+$/, '');
  const unambiguous = shortest === fraction ? `${fraction}0` : shortest;
  return `Is it ${whole} or ${shortest}? Write ${whole} or ${unambiguous}.`;
}
