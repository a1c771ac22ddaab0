/** The sign of a currency unit. */
export type Sign = '$' | '¢';

/**
 * A figure as people type and paste it, as the decimal that the services accept: "1,000.50", "1 000,50", "$5", ".5" and "0,5".
 * Money depends on it, so nothing is guessed: an ambiguous separator gives both readings, the sign of another unit that sign.
 */
export type Typed = { readonly decimal: string } | { readonly readings: readonly [string, string] } | { readonly foreign: Sign };

const SIGNS: readonly Sign[] = ['$', '¢'];
/** Groups of three digits with separators. */
const GROUPED = /^\d{1,3}(?:[\s'’]\d{3})+(?=[.,]|$)/;
const OWN: Readonly<Record<Sign, RegExp>> = { $: /^\$\s*|\s*\$$/, '¢': /\s*¢$/ };
const FULL = /^([1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(\d*))?$/;
const FULL_COMMA = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,(\d*))?$/;
/** One separator before three digits: a group, or three decimals. */
const EITHER = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Null for a text that is not a figure. `sign`: that of the field's unit, which may be left out. `hasDecimalComma`: whether the
 * reader's language writes a half as "0,5". A point elsewhere is read as the page writes it; a comma is not, because a reader of
 * another language may use the page.
 */
export function typedDecimal(text: string, sign: Sign | null, hasDecimalComma = readerHasDecimalComma()): Typed | null {
  const unsigned = sign === null ? text.trim() : text.trim().replace(OWN[sign], '');
  const foreign = SIGNS.find((each) => each !== sign && unsigned.includes(each));
  if (foreign !== undefined) return { foreign };
  const trimmed = ungrouped(unsigned);
  const [, head, separator, tail] = EITHER.exec(trimmed) ?? [];
  if (head !== undefined && tail !== undefined && (separator === ',' || hasDecimalComma))
    return { readings: [head + tail, `${head}.${tail}`] };
  if (/^[.,]\d/.test(trimmed)) return read(`0${trimmed}`, trimmed.startsWith(',') ? FULL_COMMA : FULL);
  return read(trimmed, FULL) ?? read(trimmed, FULL_COMMA);
}

function read(text: string, form: RegExp): Typed | null {
  const [, whole, fraction = ''] = form.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  return { decimal: fraction === '' ? digits : `${digits}.${fraction}` };
}

/** Removes the spaces and apostrophes that some languages put between groups. */
function ungrouped(text: string): string {
  return text.replace(GROUPED, (groups) => groups.replaceAll(/[\s'’]/g, ''));
}

function readerHasDecimalComma(): boolean {
  return new Intl.NumberFormat().formatToParts(0.5).some(({ type, value }) => type === 'decimal' && value === ',');
}
