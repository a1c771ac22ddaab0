import { setTimeout as delay } from 'node:timers/promises';
import { l2Headers } from '@foretell/client';
import { Client } from 'undici';
import { fieldsOf } from '../harness/reads';
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

/** Sends each caller's script over a kept-alive connection of its own, the next request when the one before is answered. */
export async function run(origin: string, callers: readonly (readonly ScriptedRequest[])[], pace: Pace): Promise<Run> {
  const clients = callers.map(() => new Client(origin));
  const answers: Answer[] = [];
  const millis: number[] = [];
  const startedAt = performance.now();
  const call = async (client: Client, script: readonly ScriptedRequest[]): Promise<void> => {
    for (const [index, request] of script.entries()) {
      if (pace.perSecond !== undefined) await delay(startedAt + (index * 1000) / pace.perSecond - performance.now());
      const sentAt = performance.now();
      if (sentAt - startedAt > pace.seconds * 1000) return;
      const text = await send(client, request);
      millis.push(performance.now() - sentAt);
      answers.push({ request, text });
    }
  };
  try {
    await Promise.all(clients.map((client, index) => call(client, callers[index] ?? [])));
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  millis.sort((one, other) => one - other);
  return { seconds, requests: millis.length, millis, ...counted(answers) };
}

async function send(client: Client, { trader, method, path, body }: ScriptedRequest): Promise<string> {
  const identity = {
    address: trader.wallet.checksummedAddress,
    key: trader.key,
    headerPrefix: 'SERVICE',
    signatureEncoding: 'hex',
  } as const;
  const signed = l2Headers(identity, { method, path, body, timestampSeconds: Math.floor(Date.now() / 1000) });
  const answer = await client.request({ method, path, body, headers: { 'content-type': 'application/json', ...signed } });
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
