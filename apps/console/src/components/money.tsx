import type { ReactNode } from 'react';
import { centsOf, groupedDecimal, isNegative, type Said } from '../figures/decimal-text';

const CENTS_DIGITS = 2;

/** Dollars, as the surface says them. `signed` shows gains and losses in their colours, with a plus. */
export function Money({ amount, signed = false }: { readonly amount: Said; readonly signed?: boolean }): ReactNode {
  const text = groupedDecimal(amount, CENTS_DIGITS);
  const bare = text.replace(/^-/, '');
  if (!signed) return <span className="figure">{isNegative(amount) ? `−$${bare}` : `$${bare}`}</span>;
  const isZero = /^[0.,]+$/.test(bare);
  const tone = isZero ? '' : isNegative(amount) ? ' is-down' : ' is-up';
  const mark = isZero ? '' : isNegative(amount) ? '−' : '+';
  return (
    <span className={`figure${tone}`}>
      {mark}${bare}
    </span>
  );
}

/** The price of a share, in cents. */
export function Price({ price }: { readonly price: Said | null }): ReactNode {
  if (price === null || price === '') return <span className="figure figure-none">—</span>;
  return <span className="figure">{centsOf(price)}¢</span>;
}

/** A number of shares. */
export function Shares({ size }: { readonly size: Said }): ReactNode {
  return <span className="figure">{groupedDecimal(size)}</span>;
}
