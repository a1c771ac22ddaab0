import { eventFault, sequenceAt, subjectOf, type Event, type EventMessage, type EventSource } from '@foretell/contracts';
import { isOfValues } from '@foretell/platform-prisma';

/** The event cannot be applied, and a retry would not change that. The message says why. */
export class BadEvent extends Error {
  override readonly name = 'BadEvent';
}

/** Refused events, as received. More than one only when their message is unreadable. */
export interface RefusedEvents {
  readonly source: EventSource;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Empty when unknown. */
  readonly type: string;
  readonly subject: string;
  /** An event message. */
  readonly bytes: Uint8Array;
  readonly reason: string;
}

const REASON_CHARACTERS_MAX = 500;

/**
 * Why the event is at fault; null when the database, the connection or the process is: then nothing is dead-lettered, and the
 * consumer waits. Not every field is validated before, so a malformed event is recognised by the error that it causes.
 */
export function faultOfEvent(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isEvents = error instanceof BadEvent || error instanceof TypeError || error instanceof RangeError || isOfValues(error);
  return isEvents ? error.message.slice(0, REASON_CHARACTERS_MAX) : null;
}

/** The subject of an event of any shape. */
export function subjectOfAny(event: Event): string {
  try {
    return subjectOf(event);
  } catch {
    return '';
  }
}

/** Throws BadEvent for the first event after `settled` that violates its type's class. */
export function requireSound(message: EventMessage, settled = 0): void {
  for (const [index, event] of message.facts.entries()) {
    const fault = sequenceAt(message, index) > settled ? eventFault(event) : null;
    if (fault !== null) throw new BadEvent(fault);
  }
}
