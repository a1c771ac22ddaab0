import type { BalanceAllowance } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import { onDoubt } from '../live/doubt';
import { isForGood } from '../live/service-error';
import { noteFault } from './ended-keys';
import type { Trading } from './use-trader';

const EVERY_MILLIS = 5_000;

interface Known {
  readonly balance: BalanceAllowance | null;
  readonly fault: unknown;
}

const NOTHING: Known = { balance: null, fault: null };

/**
 * The wallet's available balance: USDC, or the shares of a token. Refreshed whenever `version` changes, and every few seconds
 * until it is refused for good.
 */
export function useBalance(trading: Trading | null, tokenId?: string, version = 0): Known {
  const [state, setState] = useState<{ readonly of: string; readonly known: Known }>({ of: '', known: NOTHING });
  const of = `${trading?.session.address ?? ''} ${tokenId ?? 'USDC'}`;
  useEffect(() => {
    if (trading === null) return;
    const { trader, session } = trading;
    let isRefused = false;
    const ending = new AbortController();
    const ask = (): void => {
      trader.balance(tokenId === undefined ? 'USDC' : { tokenId }, { signal: ending.signal }).then(
        (balance) => {
          isRefused = false;
          setState({ of, known: { balance, fault: null } });
        },
        (fault: unknown) => {
          if (ending.signal.aborted) return;
          noteFault(session, fault);
          isRefused = isForGood(fault);
          setState((last) => ({ of, known: { balance: last.of === of ? last.known.balance : null, fault } }));
        },
      );
    };
    ask();
    const timer = setInterval(() => (isRefused ? undefined : ask()), EVERY_MILLIS);
    const forgetDoubt = onDoubt(ask);
    return () => {
      forgetDoubt();
      clearInterval(timer);
      ending.abort();
    };
  }, [trading, tokenId, version, of]);
  return state.of === of ? state.known : NOTHING;
}
