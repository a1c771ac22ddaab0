import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import { fieldsOf } from '../harness/reads';
import { signedHeaders } from '../harness/signed-headers';
import type { ScriptedRequest } from './scripts';

/** What the callers sent until the clock ran out or their scripts did, and what they were answered. */
export interface Run {
  readonly seconds: number;
  readonly requests: number;
  /** Accepted, refused and cancelled, by the answers. */
  readonly orders: number;
  readonly refused: number;
  readonly cancels: number;
  /** Of every request, in ascending order. */
  readonly millis: readonly number[];
  /** The last answer of each kind of request, in base64: "POST /orders". */
  readonly answers: Readonly<Record<string, string>>;
  /** One refusal's words, when there was one. */
  readonly refusal: string | undefined;
}

interface Answer {
  readonly request: ScriptedRequest;
  readonly text: string;
}

export interface Pace {
  readonly seconds: number;
  /** Of each caller; as fast as it is answered when absent. */
  readonly perSecond?: number;
}

/**
 * Sends each caller's script over a kept-alive connection of its own, the next request when the one before is answered. What was
 * not sent is left for the next run.
 */
export async function run(origin: string, callers: readonly Iterator<ScriptedRequest>[], pace: Pace): Promise<Run> {
  const clients = callers.map(() => new Client(origin));
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
    await Promise.all(callers.map((script, index) => call(clients[index] ?? new Client(origin), script)));
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, requests: millis.length, millis: ascending(millis), ...counted(answers) };
}

/** Several runs of the same callers as one. */
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
  // Left alone, this client would close the connection after each DELETE with a body.
  const answer = await client.request({ method, path, body, headers, reset: false });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 && answer.statusCode !== 400) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return text;
}

/** Read when the clock has stopped: who counts is not what is measured. */
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

/** The time within which so large a share of the requests was answered. */
export function within(millis: readonly number[], share: number): number {
  return Number((millis[Math.floor(millis.length * share)] ?? 0).toFixed(2));
}
