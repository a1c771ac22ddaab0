import type { DoctorCheck } from '@foretell/contracts';
import { reasonOf } from '../logger';
import { StreamDiffers } from './relay-end';

/** A rival that publishes first, or a new leader, interrupts a relay once; a fault interrupts it again. */
const INTERRUPTIONS_MAX = 1;
const WAITING_MAX = 10_000;

/** Whether a relay extends its stream, for `ops doctor`. */
export class RelayHealth {
  private refused: string | null = null;
  private reason = '';
  /** Interruptions in a row without an event published, by this relay or another. */
  private interruptions = 0;
  private foundAt = -1;

  get refusal(): string | null {
    return this.refused;
  }

  interrupted(error: unknown): void {
    if (error instanceof StreamDiffers) this.refused = error.message;
    this.reason = reasonOf(error);
    this.interruptions += 1;
  }

  /** The stream continues the journal, and ends with this event. */
  found(sequence: number): void {
    this.refused = null;
    if (sequence !== this.foundAt) this.interruptions = 0;
    this.foundAt = sequence;
  }

  settled(): void {
    this.interruptions = 0;
  }

  /** Fails when the stream cannot be extended until an operator decides. */
  check(publishedTo: number): DoctorCheck {
    const detail = this.refused ?? `published to ${publishedTo}`;
    return { name: 'the stream holds what the journal holds', holds: this.refused === null, detail };
  }

  /** Fails when committed events cannot be published, or too many wait. */
  waitCheck(waiting: number): DoctorCheck {
    const isInterrupted = this.interruptions > INTERRUPTIONS_MAX;
    const detail = `${waiting} committed events wait to be published${isInterrupted ? `: ${this.reason}` : ''}`;
    return { name: 'events are on the stream', holds: !isInterrupted && waiting < WAITING_MAX, detail };
  }
}
