import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LeaseSeeker } from './lease-seeker';
import { ServerClock } from './server-clock';

const ANSWER_MILLIS = 20;

describe('a process that asks for the lease', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let silent: string;

  beforeAll(async () => {
    server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    silent = `postgresql://clob:clob@127.0.0.1:${(server.address() as AddressInfo).port}/foretell`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('lives on while PostgreSQL takes its first connection and says nothing, and asks less and less often', async () => {
    const stop = new AbortController();
    const warned: unknown[] = [];
    const logger = { log: () => undefined, warn: (message: unknown) => warned.push(message) };
    const waits: number[] = [];
    const wait = (millis: number): Promise<void> => {
      if (waits.push(millis) === 5) stop.abort();
      return Promise.resolve();
    };
    const seeker = new LeaseSeeker(logger, () => performance.now(), wait);
    const ended = (): void => {
      throw new Error('the process would have ended');
    };
    const options = {
      url: silent,
      signal: stop.signal,
      onLost: ended,
      onBetter: ended,
      silenceMillis: 1_000,
      answerMillis: ANSWER_MILLIS,
      reach: { isReached: () => true, isCutOff: () => false },
      clock: new ServerClock({ now: () => 0, ahead: () => 0, restart: () => undefined }, 2_000),
    };
    const taken = await seeker.seek(options, () => Promise.reject(new Error('nobody gave a lease')));
    expect({ taken, waits }).toEqual({ taken: null, waits: [500, 1_000, 2_000, 2_000, 2_000] });
    expect(seeker.failure).toBe('PostgreSQL cannot be used: timeout expired');
    expect(warned).toHaveLength(1);
  });
});
