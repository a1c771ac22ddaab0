import type { ServerResponse } from 'node:http';

/** More bring nothing, and the first would wait for the work of all others. */
const MAX_WAITING = 16;

interface Answer {
  readonly response: ServerResponse;
  readonly body: string | Buffer;
  readonly encoding: BufferEncoding;
}

let waiting: Answer[] = [];
let isScheduled = false;

/**
 * Ends a response whose head is set, together with the others of this event-loop tick. A write to a client that waits for
 * nothing else has to wake it, which costs more than the rest of the write; of writes in a row only the first does.
 */
export function endInTurn(response: ServerResponse, body: string | Buffer, encoding: BufferEncoding = 'utf8'): void {
  waiting.push({ response, body, encoding });
  if (waiting.length >= MAX_WAITING) return endWaiting();
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(endTurn);
}

function endTurn(): void {
  isScheduled = false;
  endWaiting();
}

/** Ends the waiting responses now. Those of a setImmediate callback would otherwise wait for the requests of the next tick. */
export function endWaiting(): void {
  const answers = waiting;
  waiting = [];
  for (const { response, body, encoding } of answers) if (!response.writableEnded) response.end(body, encoding);
}
