import type { EventSource } from '@foretell/contracts';

/** The command that publishes a source's journal in place of its stream. */
export function replayCommand(source: EventSource): string {
  return `"ops events replay --surface ${source} --from 1"`;
}

/** Why nothing is published or applied after a message that is not an event message of the source. */
export function unreadableFault(source: EventSource, reason: string): string {
  return `the stream of ${source} holds a message that is not of its journal (${reason})`;
}

/** The same for a consumer, with what resolves it. */
export function unreadableRemedy(source: EventSource, reason: string): string {
  return `${unreadableFault(source, reason)}: nothing is applied after it. ${replayCommand(source)} publishes the journal in its place`;
}
