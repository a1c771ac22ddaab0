import { LINEAGE_HEADER, MESSAGE_ID_HEADER, rangeOf } from '@foretell/contracts';
import type { StreamMessage } from '@foretell/platform-nats';
import { noMessage, type Stored } from './simulated-stream';

/** Mutations switch these off to test that a simulation detects it. */
export interface Shown {
  readonly showsLineages: boolean;
}

/** The server's reply to a request for a message. */
export function held(message: Stored | undefined, shown: Shown): StreamMessage {
  if (message === undefined) throw noMessage();
  return { header: headersOf(message, shown), data: message.data };
}

export function headersOf({ id, lineage }: Stored, { showsLineages }: Shown): StreamMessage['header'] {
  const values = new Map([
    [MESSAGE_ID_HEADER, id],
    [LINEAGE_HEADER, showsLineages ? lineage : ''],
  ]);
  return { get: (name) => values.get(name) ?? '' };
}

export function follows(before: Stored, stored: Stored | undefined): boolean {
  return (
    stored !== undefined && rangeOf(stored.id, stored.data).firstSequence === rangeOf(before.id, before.data).lastSequence + 1
  );
}
