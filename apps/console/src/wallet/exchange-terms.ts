import type { ExchangeTerms } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import { addressOf, readResource } from '../live/read-resource';
import { isSandbox } from './play-wallet';

const termsOf = new Map<string, Promise<ExchangeTerms>>();

/** The exchange's signing terms, and whether it is a sandbox; requested once. */
export function exchangeTerms(clob: string): Promise<ExchangeTerms> {
  const known = termsOf.get(clob);
  if (known !== undefined) return known;
  const asked = readResource<ExchangeTerms>(addressOf(clob, '/exchange'));
  termsOf.set(clob, asked);
  asked.catch(() => termsOf.delete(clob));
  return asked;
}

/** Whether the exchange has reported real money. Requests it only when `matters` is true. */
export function useIsRealMoney(clob: string, matters: boolean): boolean {
  const [isReal, setReal] = useState(false);
  useEffect(() => {
    if (!matters) return;
    // While it does not respond, trading is not possible either.
    exchangeTerms(clob).then(
      (terms) => setReal(!isSandbox(terms)),
      () => undefined,
    );
  }, [clob, matters]);
  return matters && isReal;
}
