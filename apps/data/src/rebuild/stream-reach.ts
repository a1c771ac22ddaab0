import { decodeMessage, factStream, type FactSource } from '@foretell/contracts';
import type { NatsLink } from '@foretell/platform-nats';

const WAIT_MS = 3000;

/** First fact that the source's stream still holds; null when it holds none. Rejects when NATS does not answer. */
export async function firstFactOnStream(link: NatsLink, source: FactSource): Promise<number | null> {
  const connection = await link.ready(AbortSignal.timeout(WAIT_MS));
  const manager = await connection.jetstreamManager({ timeout: WAIT_MS });
  const { stream } = factStream(link.prefix, source);
  const names = await manager.streams.names().next();
  if (!names.includes(stream)) return null;
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return null;
  const stored = await manager.streams.getMessage(stream, { seq: state.first_seq });
  return decodeMessage(stored.data).firstSequence;
}
