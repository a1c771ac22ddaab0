import type { BalanceAllowance } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import type { Trading } from './use-trader';

const EVERY_MILLIS = 5_000;

interface Known {
  readonly balance: BalanceAllowance | null;
  readonly fault: unknown;
}

const NOTHING: Known = { balance: null, fault: null };

/**
 * The wallet's available balance: USDC, or the shares of a token. Refreshed every few seconds, and whenever `version` changes.
 */
export function useBalance(trading: Trading | null, tokenId?: string, version = 0): Known {
  const [state, setState] = useState<{ readonly of: string; readonly known: Known }>({ of: '', known: NOTHING });
  const of = `${trading?.session.address ?? ''} ${tokenId ?? 'USDC'}`;
  useEffect(() => {
    if (trading === null) return;
    const { trader } = trading;
    const ending = new AbortController();
    const ask = (): void => {
      trader.balance(tokenId === undefined ? 'USDC' : { tokenId }, { signal: ending.signal }).then(
        (balance) => setState({ of, known: { balance, fault: null } }),
        (fault: unknown) => {
          if (ending.signal.aborted) return;
          setState((last) => ({ of, known: { balance: last.of === of ? last.known.balance : null, fault } }));
        },
      );
    };
    ask();
    const timer = setInterval(ask, EVERY_MILLIS);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [trading, tokenId, version, of]);
  return state.of === of ? state.known : NOTHING;
}
