import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { signedHeaders } from '../harness/signed-headers';
import type { ScriptedRequest } from './scripts';

/** A response and its times. */
export interface Answered {
  readonly request: ScriptedRequest;
  readonly status: number;
  readonly body: string;
  /** Time since the request was due, even if it was sent late. */
  readonly millis: number;
  /** Time since it was written: without the delay of the load generator. */
  readonly sentMillis: number;
}

interface Line {
  readonly socket: Socket;
  text: string;
  pending: { readonly request: ScriptedRequest; readonly dueAt: number; readonly sentAt: number } | null;
}

/** Connections of the load generator; a real site has as many customers. */
const LINES_MAX = 1_000;
const LATE_ANSWERS_MILLIS = 10_000;
const NOT_NOW = 503;
/** Delay before a retry. Refusals are so fast that immediate retries would use up a caller's requests within seconds. */
const AGAIN_MILLIS = 50;
/** Time in which an idle service accepts all connections. */
const TAKEN_UP_MILLIS = 2_000;

/**
 * Sends requests when they are due, regardless of earlier responses, because customers do not wait for each other. Uses raw
 * sockets, because the load generator shares the machine with the service.
 */
export class OpenLoop {
  private readonly idle: Line[] = [];
  private readonly lines = new Set<Line>();
  private readonly waiting: { readonly request: ScriptedRequest; readonly dueAt: number }[] = [];
  private readonly host: string;
  private readonly port: number;
  private outstanding = 0;
  private onAnswer: (answered: Answered) => void = () => undefined;
  /** Connections that broke, and requests that were in flight on them. */
  broken = 0;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.host = hostname;
    this.port = Number(port);
  }

  /**
   * Opens all connections beforehand, as a proxy does: Node accepts one new connection per event-loop tick, so later ones would
   * wait for seconds. All are reopened: the server closes a connection without a request after ten seconds, and a request written
   * at that moment would be lost.
   */
  async open(): Promise<void> {
    for (const { socket } of this.idle.splice(0)) socket.destroy();
    await Promise.all([...this.lines].map(({ socket }) => once(socket, 'close')));
    const opened = Array.from({ length: LINES_MAX - this.lines.size }, () => this.line());
    await Promise.all(opened.map(({ socket }) => once(socket, 'connect')));
    // The kernel has accepted the connections; Node takes them over one per event-loop tick.
    await new Promise((resolve) => setTimeout(resolve, TAKEN_UP_MILLIS));
    this.idle.push(...opened);
  }

  /** Sends requests at a rate for some time, then waits for the responses. `next` returns the next request. */
  async atRate(
    perSecond: number,
    seconds: number,
    next: () => ScriptedRequest,
    answer: (answered: Answered) => void,
  ): Promise<void> {
    this.onAnswer = answer;
    const startedAt = performance.now();
    const all = Math.floor(perSecond * seconds);
    for (let sent = 0; sent < all;) {
      const due = Math.min(all, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
      for (; sent < due; sent += 1) this.send(next(), startedAt + (sent / perSecond) * 1_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await this.settled();
  }

  /** Runs a number of callers for some time, each with one request in flight. A caller that was shed retries later. */
  async inFlight(
    count: number,
    seconds: number,
    next: () => ScriptedRequest,
    answer: (answered: Answered) => void,
  ): Promise<void> {
    const endsAt = performance.now() + seconds * 1_000;
    const again = (): void => {
      if (performance.now() < endsAt) this.send(next(), performance.now());
    };
    this.onAnswer = (answered) => {
      answer(answered);
      if (answered.status === NOT_NOW) setTimeout(again, AGAIN_MILLIS);
      else again();
    };
    for (let sent = 0; sent < count; sent += 1) this.send(next(), performance.now());
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    await this.settled();
  }

  close(): void {
    for (const { socket } of this.lines) socket.destroy();
  }

  private async settled(): Promise<void> {
    const giveUpAt = performance.now() + LATE_ANSWERS_MILLIS;
    while (this.outstanding > 0) {
      if (performance.now() > giveUpAt) throw new Error(`${this.outstanding} requests got no response`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private send(request: ScriptedRequest, dueAt: number): void {
    this.outstanding += 1;
    const line = this.idle.pop() ?? (this.lines.size < LINES_MAX ? this.line() : undefined);
    if (line === undefined) this.waiting.push({ request, dueAt });
    else this.write(line, request, dueAt);
  }

  private write(line: Line, request: ScriptedRequest, dueAt: number): void {
    line.pending = { request, dueAt, sentAt: performance.now() };
    line.socket.write(headOf(request), 'latin1');
    line.socket.write(request.body);
  }

  private line(): Line {
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    const line: Line = { socket, text: '', pending: null };
    this.lines.add(line);
    socket.setEncoding('latin1').on('data', (part: string) => this.read(line, part));
    socket.on('error', () => undefined);
    socket.once('close', () => this.lost(line));
    return line;
  }

  private read(line: Line, part: string): void {
    line.text += part;
    const end = line.text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(line.text)?.[1] ?? 0);
    if (line.text.length < end + 4 + length) return;
    const { pending, text } = line;
    line.text = text.slice(end + 4 + length);
    line.pending = null;
    if (pending === null) {
      // The server sends 408 to a connection without a request for ten seconds, and closes it.
      if (text.startsWith('HTTP/1.1 408')) return;
      throw new Error('a response without a request');
    }
    this.free(line);
    this.outstanding -= 1;
    const now = performance.now();
    this.onAnswer({
      request: pending.request,
      status: Number(text.slice(9, 12)),
      body: text.slice(end + 4, end + 4 + length),
      millis: now - pending.dueAt,
      sentMillis: now - pending.sentAt,
    });
  }

  private free(line: Line): void {
    const next = this.waiting.shift();
    if (next === undefined) this.idle.push(line);
    else this.write(line, next.request, next.dueAt);
  }

  /** A connection that closes between two requests was idle too long; one with a request in flight is a fault. */
  private lost(line: Line): void {
    this.lines.delete(line);
    const at = this.idle.indexOf(line);
    if (at !== -1) this.idle.splice(at, 1);
    if (line.pending === null) return;
    this.broken += 1;
    this.outstanding -= 1;
  }
}

function headOf({ trader, method, path, body }: ScriptedRequest): string {
  const headers = Object.entries(signedHeaders(trader, { method, path, body })).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers.join('')}\r\n`;
}
