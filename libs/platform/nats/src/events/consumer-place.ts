import { findEvent, judgeLineage, type EventSource } from '@foretell/contracts';
import type { ConsumerConfig } from 'nats';
import { AckPolicy, DeliverPolicy, NatsError, nanos } from 'nats';
import type { ConsumerState } from './event-link';
import type { EventPlace } from './event-applier';
import type { EventStream } from './event-stream';

const CONSUMER_NOT_FOUND = 10014;
const ACK_WAIT_MS = 60_000;

/** Why a consumer waits, as a sentence for its log. The process itself has no fault. */
export class NotYet extends Error {}

/** The gap between the last applied event and the next one received. */
export function missingEvents(applied: number, next: number): NotYet {
  return new NotYet(`events ${applied + 1} to ${next - 1} are missing from the stream: looking again from the checkpoint`);
}

/** The applied events differ from the source's journal: reading on would mix two histories. */
export class OtherLineage extends Error {}

/**
 * Returns null when the journal holds everything applied up to the checkpoint, else a sentence that says why not.
 * @param lineage the message's lineage header
 */
export function lineageFault(
  { source, remedy }: { readonly source: EventSource; readonly remedy?: string | undefined },
  lineage: string | null,
  { sequence, lineage: followed }: EventPlace,
): string | null {
  if (judgeLineage(lineage, followed, sequence) !== 'refuse') return null;
  const fault =
    `events 1 to ${sequence} of ${source} were applied as of lineage ${followed ?? 'unknown'}, and its stream is of lineage ` +
    `${lineage ?? 'unknown'}: the record of ${source} went back, and events were applied that it does not hold`;
  return remedy === undefined ? fault : `${fault}. ${remedy}`;
}

/**
 * The stream sequence of the message that holds event `sequence`; the end of the stream when that event is not published yet.
 * Throws NotYet when the stream is absent or begins after that event: only a replay restores it.
 */
export async function findPlace(stream: EventStream, sequence: number): Promise<number> {
  const info = await stream.info();
  if (info === null) throw new NotYet('the stream is not there yet');
  const { messages, first_seq: first, last_seq: last } = info.state;
  const place = await findEvent({ messages, first, last }, (at) => stream.rangeAt(at), sequence);
  if (place.found) return place.streamSequence;
  throw new NotYet(`the stream begins at event ${place.beginsAt}, the next one needed is ${sequence}: waiting for a replay`);
}

/** The durable's state; null when it does not exist. */
export async function durableInfo(stream: EventStream, durable: string): Promise<ConsumerState | null> {
  try {
    return await stream.consumers.info(stream.stream, durable);
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === CONSUMER_NOT_FOUND) return null;
    throw error;
  }
}

/** Removes the durable: the process that reads through it restarts from the checkpoint. */
export async function dropDurable(stream: EventStream, durable: string): Promise<void> {
  if ((await durableInfo(stream, durable)) !== null) await stream.consumers.delete(stream.stream, durable);
}

/** Recreates the durable to deliver from `place`, in order, regardless of what an earlier process left unacknowledged. */
export async function takeOver(
  stream: EventStream,
  durable: string,
  place: number,
  unacknowledgedMax: number,
): Promise<ConsumerState> {
  const found = await durableInfo(stream, durable);
  if (found !== null && found.num_waiting > 0) throw new NotYet('another process applies these events; standing by');
  if (found !== null) await stream.consumers.delete(stream.stream, durable);
  const config: Partial<ConsumerConfig> = {
    durable_name: durable,
    filter_subject: stream.subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: unacknowledgedMax,
    max_deliver: -1,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Math.max(1, place),
  };
  return stream.consumers.add(stream.stream, config);
}
