import type { ReactNode } from 'react';
import { centsOf, chanceOf, compactDecimal, groupedDecimal, inCents, isNegative, type Said } from '../figures/decimal-text';

const CENTS_DIGITS = 2;
const AVERAGE_DIGITS = 3;

interface MoneyProps {
  readonly amount: Said;
  /** Gains and losses: coloured, with a plus sign. */
  readonly signed?: boolean;
}

/** Dollars, with all digits of the response. */
export function Money({ amount, signed = false }: MoneyProps): ReactNode {
  return <span className={`figure${toneOf(amount, signed)}`}>{dollarsText(amount, signed)}</span>;
}

/**
 * Dollars of a column or of a complete market, rounded to the cent. The exact amount is the title and is read by screen readers.
 */
export function MoneyInCents({ amount, signed = false }: MoneyProps): ReactNode {
  const exact = dollarsText(amount, signed);
  const rounded = `${markOf(amount, signed)}$${baselineText(inCents(amount))}`;
  if (rounded === exact) return <Money amount={amount} signed={signed} />;
  return (
    <span className={`figure${toneOf(amount, signed)}`} title={exact}>
      <span aria-hidden="true">{rounded}</span>
      <span className="visually-hidden">{exact}</span>
    </span>
  );
}

/** Dollars of a market or an event, short enough to scan: "$18.1M". Rounded to the cent as its title and for a screen reader. */
export function CompactMoney({ amount }: { readonly amount: Said }): ReactNode {
  const rounded = dollarsText(inCents(amount), false);
  return (
    <span className="figure" title={rounded}>
      <span aria-hidden="true">
        {markOf(amount, false)}${compactDecimal(amount).replace(/^-/, '')}
      </span>
      <span className="visually-hidden">{rounded}</span>
    </span>
  );
}

/** A price as a chance, for scanning. */
export function Chance({ price }: { readonly price: Said | null }): ReactNode {
  return price === null ? <span className="figure figure-none">—</span> : <span className="figure">{chanceOf(price)}</span>;
}

function dollarsText(amount: Said, signed: boolean): string {
  return `${markOf(amount, signed)}$${baselineText(amount)}`;
}

function baselineText(amount: Said): string {
  return groupedDecimal(amount, CENTS_DIGITS).replace(/^-/, '');
}

function markOf(amount: Said, signed: boolean): string {
  if (isNegative(amount)) return signed && isZero(amount) ? '' : '−';
  return signed && !isZero(amount) ? '+' : '';
}

function toneOf(amount: Said, signed: boolean): string {
  if (!signed || isZero(amount)) return '';
  return isNegative(amount) ? ' is-down' : ' is-up';
}

function isZero(amount: Said): boolean {
  return /^[0.,]+$/.test(baselineText(amount));
}

/** The price of a share, in cents. */
export function Price({ price }: { readonly price: Said | null }): ReactNode {
  if (price === null || price === '') return <span className="figure figure-none">—</span>;
  return <span className="figure">{centsOf(price)}¢</span>;
}

/** An average of prices, to a tenth of a cent: more digits would have no meaning. */
export function AveragePrice({ price }: { readonly price: number }): ReactNode {
  return <Price price={price.toFixed(AVERAGE_DIGITS)} />;
}

/** A number of shares. */
export function Shares({ size }: { readonly size: Said }): ReactNode {
  return <span className="figure">{groupedDecimal(size)}</span>;
}
