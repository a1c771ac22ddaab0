import type { ReactNode } from 'react';
import { Money, Shares } from '../components/money';
import { decimalOfMicros } from '../figures/micros';
import { FaultNote } from '../wallet/fault-note';
import type { Side } from './estimate';

interface AvailableProps {
  readonly side: Side;
  /** Null until it is loaded. */
  readonly micros: bigint | null;
  readonly fault: unknown;
}

/** The amount available to spend or sell. */
export function Available({ side, micros, fault }: AvailableProps): ReactNode {
  const amount = micros === null ? null : decimalOfMicros(micros);
  return (
    <>
      <p className="ticket-available">
        <span>
          You have {amount === null ? '…' : side === 'BUY' ? <Money amount={amount} /> : <Shares size={amount} />}
          {side === 'BUY' ? ' to spend' : ' shares to sell'}
        </span>
      </p>
      {fault !== null && <FaultNote fault={fault} />}
    </>
  );
}
