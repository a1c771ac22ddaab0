import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MILLIS = 250;
const LOOK_TIMEOUT_MILLIS = 1_000;
/** Longer than a replica takes to report an unknown outcome. */
const ANSWER_MILLIS = 8_000;

/** One address for several replicas: polls their readiness, as a cluster does, and forwards each request to a ready one. */
export class Front {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ready = new Set<string>();
  private readonly looking: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly replicas: readonly string[],
  ) {
    this.looking = setInterval(() => void this.look(), LOOK_MILLIS);
    server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => void this.pass(incoming, answer));
  }

  static async before(replicas: readonly string[]): Promise<Front> {
    const server = createServer();
    const front = new Front(server, replicas);
    await front.look();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    clearInterval(this.looking);
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.replicas.map(async (url) => {
        const signal = AbortSignal.timeout(LOOK_TIMEOUT_MILLIS);
        const isReady = await fetch(`${url}/readyz`, { signal }).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) this.ready.add(url);
        else this.ready.delete(url);
      }),
    );
  }

  private async pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const candidates = this.replicas.filter((url) => this.ready.has(url));
    this.turn += 1;
    for (let tried = 0; tried < candidates.length; tried += 1) {
      const url = candidates[(this.turn + tried) % candidates.length] ?? '';
      if (await this.ask(url, incoming, Buffer.concat(chunks), answer)) return;
    }
    refuse(answer, 503, 'no_replica');
  }

  /** False when nothing was sent, so that another replica may be tried. */
  private ask(
    url: string,
    { method, url: path, headers }: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const asked = request(`${url}${path ?? ''}`, { method, headers, agent: this.agent, timeout: ANSWER_MILLIS }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
        reply.on('error', () => answer.destroy());
        resolve(true);
      });
      asked.on('timeout', () => asked.destroy(new Error('no response in time')));
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        refuse(answer, 502, 'lost');
        resolve(true);
      });
      asked.end(body);
    });
  }
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(status, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ error: 'the front has no response', code }));
}
