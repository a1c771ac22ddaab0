import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signedHeaders } from '../harness/signed-headers';
import type { AttackTask } from './hostile-attacks';

/** Messages of a connection in ten seconds; the limit is a hundred. */
const MESSAGES = 93;
const TEN_SECONDS = 10_000;
/** Lists of random ids, made before the attack and sent in rotation: making them costs more than sending them. */
const LISTS = 64;

/** A process that attacks until it is killed, at the documented limits. It reports "begun" when the attack is running. */
async function main(): Promise<void> {
  const [task] = (await once(process, 'message')) as [AttackTask];
  // Low priority, because hostile callers have machines of their own.
  setPriority(constants.priority.PRIORITY_LOW);
  if (task.kind === 'streams') await streams(task);
  else if (task.kind === 'cancels') cancels(task);
  else requests(task);
  process.send?.('begun');
}

const addressOf = (number: number): string => `198.51.100.${number}`;

/** Sockets of some addresses that subscribe to books and unsubscribe in a loop; some never read. */
async function streams({ url, tokens, sockets, addresses, isReading }: Extract<AttackTask, { kind: 'streams' }>): Promise<void> {
  for (let number = 0; number < sockets; number += 1) {
    const headers = { 'x-forwarded-for': addressOf(number % addresses) };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/market`, { headers });
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'open'), once(socket, 'close'), after(1_000)]);
    if (!isReading) socket.pause();
    let turn = 0;
    setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ operation: turn % 2 === 0 ? 'subscribe' : 'unsubscribe', assets_ids: tokens }));
      turn += 1;
    }, TEN_SECONDS / MESSAGES);
  }
}

/** Sends the same request in a loop, from rotating addresses. */
function requests({ url, method, path, headers, body, perSecond }: Extract<AttackTask, { kind: 'requests' }>): void {
  again(url, perSecond, (number) => {
    const from = { 'x-forwarded-for': addressOf(number % 20) };
    return { method, path, headers: { ...headers, ...from }, body };
  });
}

/** Sends signed lists of unknown orders, with one key from one address. */
function cancels({ url, caller, ids, perSecond }: Extract<AttackTask, { kind: 'cancels' }>): void {
  const idOf = (): string => `0x${randomBytes(32).toString('hex')}`;
  const lists = Array.from({ length: LISTS }, () => Buffer.from(JSON.stringify(Array.from({ length: ids }, idOf))));
  const target = { method: 'DELETE', path: '/orders' };
  again(url, perSecond, (number) => {
    const body = lists[number % lists.length] ?? Buffer.alloc(0);
    const signed = signedHeaders(caller, { ...target, body });
    return {
      ...target,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(1), ...signed, 'content-length': body.length },
      body,
    };
  });
}

interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

/** Sends requests at a rate until the process is killed. */
function again(url: string, perSecond: number, next: (number: number) => Outgoing): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  let number = 0;
  setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1_000) * perSecond; number < due; number += 1) {
      const { body, ...head } = next(number);
      const outgoing = request({ agent, hostname, port, ...head });
      outgoing.on('response', (response) => response.resume());
      outgoing.on('error', () => undefined);
      outgoing.end(body);
    }
  }, 10);
}

void main();
