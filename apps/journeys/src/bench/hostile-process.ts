import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { AttackTask } from './hostile-attacks';

/** Of a connection in ten seconds, of the hundred that are allowed. */
const MESSAGES = 93;
const TEN_SECONDS = 10_000;

/** A process that attacks until it is killed, at the documented bounds. It says "begun" when all that it has is under way. */
async function main(): Promise<void> {
  const [task] = (await once(process, 'message')) as [AttackTask];
  // Hostile callers have machines of their own.
  setPriority(constants.priority.PRIORITY_LOW);
  if (task.kind === 'streams') await streams(task);
  else requests(task);
  process.send?.('begun');
}

const addressOf = (number: number): string => `198.51.100.${number}`;

/** Sockets of some addresses that subscribe to books and unsubscribe, again and again; some read nothing. */
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

/** The same request again and again, so many a second. */
function requests({ url, method, path, headers, body, perSecond }: Extract<AttackTask, { kind: 'requests' }>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const { hostname, port } = new URL(url);
  let number = 0;
  setInterval(() => {
    for (let each = 0; each < perSecond / 100; each += 1) {
      number += 1;
      const from = { 'x-forwarded-for': addressOf(number % 20) };
      const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers, ...from } });
      outgoing.on('response', (response) => response.resume());
      outgoing.on('error', () => undefined);
      outgoing.end(body);
    }
  }, 10);
}

void main();
