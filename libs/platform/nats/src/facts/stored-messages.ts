import type { FactSource } from '@foretell/contracts';
import { findPlace } from './consumer-place';
import type { FactLink } from './fact-link';
import { FactStream } from './fact-stream';

const WAIT_MS = 3_000;

/**
 * The bytes of a source's messages, from the one that holds an event to the current end of the stream. Reads them one by one,
 * without a consumer, for a preview. Throws when NATS does not answer, or the stream no longer holds the event.
 */
export async function* storedMessagesFrom(link: FactLink, source: FactSource, sequence: number): AsyncGenerator<Uint8Array> {
  const stream = await FactStream.over(await link.ready(AbortSignal.timeout(WAIT_MS)), link, source);
  const place = await findPlace(stream, sequence);
  const last = (await stream.info())?.state.last_seq ?? 0;
  for (let at = place; at <= last; at += 1) {
    const message = await stream.messageAt(at);
    if (message !== null) yield message.data;
  }
}
