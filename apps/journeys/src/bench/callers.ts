import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import { fieldsOf } from '../harness/reads';
import { signedHeaders } from '../harness/signed-headers';
import type { ScriptedRequest } from './scripts';

/** Results of callers that sent requests until the time or their scripts ended. */
export interface Run {
  readonly seconds: number;
  readonly requests: number;
  /** Accepted, refused and cancelled orders, by the responses. */
  readonly orders: number;
  readonly refused: number;
  readonly cancels: number;
  /** Of every request, in ascending order. */
  readonly millis: readonly number[];
  /** The last response to each kind of request, in base64: "POST /orders". */
  readonly answers: Readonly<Record<string, string>>;
  /** The text of one refusal, if there was one. */
  readonly refusal: string | undefined;
}

interface Answer {
  readonly request: ScriptedRequest;
  readonly text: string;
}

export interface Pace {
  readonly seconds: number;
  /** Rate of each caller; absent, each sends as soon as the response has arrived. */
  readonly perSecond?: number;
}

/**
 * Sends each caller's script over a keep-alive connection of its own, the next request after the previous response. Requests that
 * were not sent are left for the next run. The callers are divided among the origins.
 */
export async function run(origins: readonly string[], callers: readonly Iterator<ScriptedRequest>[], pace: Pace): Promise<Run> {
  const clients = callers.map((script, index) => ({ script, client: new Client(origins[index % origins.length] ?? '') }));
  const answers: Answer[] = [];
  const millis: number[] = [];
  const startedAt = performance.now();
  const call = async (client: Client, script: Iterator<ScriptedRequest>): Promise<void> => {
    for (let sent = 0; ; sent += 1) {
      if (pace.perSecond !== undefined) await delay(startedAt + (sent * 1000) / pace.perSecond - performance.now());
      const sentAt = performance.now();
      if (sentAt - startedAt > pace.seconds * 1000) return;
      const next = script.next();
      if (next.done === true) return;
      const text = await send(client, next.value);
      millis.push(performance.now() - sentAt);
      answers.push({ request: next.value, text });
    }
  };
  try {
    await Promise.all(clients.map(({ client, script }) => call(client, script)));
  } finally {
    await Promise.all(clients.map(({ client }) => client.destroy()));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, requests: millis.length, millis: ascending(millis), ...counted(answers) };
}

/** Share of the orders that a load may have refused: more would measure refusals. */
const REFUSED_MAX = 0.02;

export function requireAccepted({ orders, refused, refusal }: Run, load: string): void {
  if (refused > REFUSED_MAX * orders) throw new Error(`${refused} of ${load} were refused: ${refusal}`);
}

/** Merges several runs of the same callers. */
export function together(runs: readonly Run[]): Run {
  const sum = (of: (one: Run) => number): number => runs.reduce((total, one) => total + of(one), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    requests: sum(({ requests }) => requests),
    orders: sum(({ orders }) => orders),
    refused: sum(({ refused }) => refused),
    cancels: sum(({ cancels }) => cancels),
    millis: ascending(runs.flatMap(({ millis }) => millis)),
    answers: Object.assign({}, ...runs.map(({ answers }) => answers)) as Run['answers'],
    refusal: runs.find(({ refusal }) => refusal !== undefined)?.refusal,
  };
}

export function ascending(millis: readonly number[]): readonly number[] {
  return [...millis].sort((one, other) => one - other);
}

async function send(client: Client, { trader, method, path, body }: ScriptedRequest): Promise<string> {
  const headers = { 'content-type': 'application/json', ...signedHeaders(trader, { method, path, body }) };
  // By default this client closes the connection after each DELETE with a body.
  const answer = await client.request({ method, path, body, headers, reset: false });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 && answer.statusCode !== 400) throw new Error(`${path} returned ${answer.statusCode}: ${text}`);
  return text;
}

/** Parses the responses after the clock has stopped, so that parsing is not measured. */
function counted(answers: readonly Answer[]): Pick<Run, 'orders' | 'refused' | 'cancels' | 'answers' | 'refusal'> {
  let [orders, refused, cancels] = [0, 0, 0];
  let refusal: string | undefined;
  const last: Record<string, string> = {};
  for (const { request, text } of answers) {
    last[`${request.method} ${request.path}`] = Buffer.from(text).toString('base64');
    const parsed: unknown = JSON.parse(text);
    if (request.kind === 'cancels') {
      const { canceled } = fieldsOf(parsed);
      if (Array.isArray(canceled)) cancels += canceled.length;
      continue;
    }
    for (const result of Array.isArray(parsed) ? parsed : [parsed]) {
      if (fieldsOf(result)['success'] === true) orders += 1;
      else {
        refused += 1;
        refusal = JSON.stringify(result);
      }
    }
  }
  return { orders, refused, cancels, answers: last, refusal };
}

/** The percentile of the request times for this share. */
export function within(millis: readonly number[], share: number): number {
  return Number((millis[Math.floor(millis.length * share)] ?? 0).toFixed(2));
}
