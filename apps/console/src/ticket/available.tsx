import type { ReactNode } from 'react';
import { Money, Shares } from '../components/money';
import { decimalOfMicros } from '../figures/micros';
import { FaultNote } from '../wallet/fault-note';
import { useBalance } from '../wallet/use-balance';
import type { Trading } from '../wallet/use-trader';
import type { Side } from './estimate';
import type { TicketFields } from './plan';

interface AvailableProps {
  readonly trading: Trading | null;
  readonly side: Side;
  readonly tokenId: string;
  /** Incremented at each change of the wallet's balance. */
  readonly version: number;
  /** The largest order for the available amount, as changed fields; null while no order is being written. */
  readonly most: ((availableMicros: bigint) => Partial<TicketFields> | null) | null;
  readonly onMost: (change: Partial<TicketFields>) => void;
}

/** The amount available to spend or sell, with a button that uses all of it. */
export function Available({ trading, side, tokenId, version, most, onMost }: AvailableProps): ReactNode {
  const { balance, fault } = useBalance(trading, side === 'BUY' ? undefined : tokenId, version);
  if (trading === null) return null;
  const micros = balance === null ? null : BigInt(balance.available);
  const amount = micros === null ? null : decimalOfMicros(micros);
  const change = micros === null ? null : (most?.(micros) ?? null);
  return (
    <>
      <p className="ticket-available">
        <span>
          You have {amount === null ? '…' : side === 'BUY' ? <Money amount={amount} /> : <Shares size={amount} />}
          {side === 'BUY' ? ' to spend' : ' shares to sell'}
        </span>
        <button type="button" className="button ticket-most" disabled={change === null} onClick={() => change && onMost(change)}>
          Max
        </button>
      </p>
      {fault !== null && <FaultNote fault={fault} />}
    </>
  );
}
