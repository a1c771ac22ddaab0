import type { EventSource } from '@foretell/contracts';
import { EventStream, type NatsLink } from '@foretell/platform-nats';

const WAIT_MS = 3000;

/** First event still in the source's stream; null when it is empty. Rejects when NATS does not respond. */
export async function firstEventOnStream(link: NatsLink, source: EventSource): Promise<number | null> {
  const connection = await link.ready(AbortSignal.timeout(WAIT_MS));
  const stream = await EventStream.over(connection, link, source);
  const info = await stream.info();
  if (info === null || info.state.messages === 0) return null;
  return (await stream.rangeAt(info.state.first_seq))?.firstSequence ?? null;
}
