import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { CONNECTION_BOUNDS } from './connection-bounds';
import { frameOptions, StreamConnection } from './stream-connection';

const FRAME = Buffer.alloc(64 * 1024, 'x');
/** More than kernels buffer for a connection that nobody reads. */
const FRAMES_MAX = 2_000;
const BOUNDS = { ...CONNECTION_BOUNDS, waitingBytes: 256 * 1024, closeMillis: 50 };

interface Pair {
  readonly here: StreamConnection;
  readonly there: WebSocket;
  readonly cuts: string[];
  /** Bytes queued on this side for that peer. */
  readonly waiting: () => number;
}

describe('a connection of a stream', () => {
  let server: WebSocketServer;

  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...frameOptions(BOUNDS) });
    await once(server, 'listening');
  });
  afterAll(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  const connected = async (autoPong = true): Promise<Pair> => {
    const there = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong });
    const [[socket]] = await Promise.all([once(server, 'connection') as Promise<[WebSocket]>, once(there, 'open')]);
    const cuts: string[] = [];
    const here = new StreamConnection(
      socket,
      BOUNDS,
      () => 0,
      (work) => void setImmediate(work),
      (reason) => void cuts.push(reason),
      () => socket.terminate(),
    );
    return { here, there, cuts, waiting: () => socket.bufferedAmount };
  };

  it('is ended when more is queued for its reader than the limit, and no other one is', async () => {
    const [slow, other] = [await connected(), await connected()];
    let received = 0;
    other.there.on('message', () => (received += 1));
    slow.there.pause();
    const ended = new Promise<void>((resolve) => slow.here.onClose(resolve));
    let frames = 0;
    for (; slow.cuts.length === 0 && frames < FRAMES_MAX; frames += 1) {
      slow.here.send(FRAME);
      other.here.send(FRAME);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(slow.cuts).toEqual(['slow reader: more was waiting than is kept']);
    // The last frames were no longer queued.
    expect(slow.waiting()).toBeLessThan(BOUNDS.waitingBytes + 2 * FRAME.length);
    // The reader never receives the close, which is behind the frames that it does not read.
    await ended;
    while (received < frames) await once(other.there, 'message');
    expect(other.cuts).toEqual([]);
    slow.there.terminate();
    other.there.terminate();
  });

  it.each([
    ['pings', ({ there }: Pair) => there.ping()],
    ['pongs', ({ there }: Pair) => there.pong()],
    ['messages', ({ there }: Pair) => there.send('a')],
  ])('is ended when its peer sends more %s than allowed', async (_what, send) => {
    const pair = await connected();
    pair.here.listen(() => undefined);
    const closed = once(pair.there, 'close');
    for (let sent = 0; sent <= BOUNDS.messages; sent += 1) send(pair);
    expect(await closed).toEqual([1008, Buffer.from('more than 100 messages in ten seconds')]);
    expect(pair.cuts).toEqual(['more than 100 messages in ten seconds']);
  });

  it('is ended when a message comes in too many frames, each of one byte, and processed when it does not', async () => {
    const { here, there } = await connected();
    const closed = once(there, 'close');
    const heard = new Promise<string>((resolve) => here.listen(resolve));
    const sendIn = (frames: number): void => {
      for (let frame = 1; frame <= frames; frame += 1) there.send('a', { fin: frame === frames });
    };
    sendIn(BOUNDS.messageFrames);
    expect(await heard).toBe('a'.repeat(BOUNDS.messageFrames));
    sendIn(BOUNDS.messageFrames + 1);
    expect((await closed)[0]).toBe(1008);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('the server that it needed is away'))],
    [
      'throws',
      (): void => {
        throw new Error('a fault of ours');
      },
    ],
  ])('is ended alone when the work of one of its messages %s', async (_how, hear: () => void | Promise<void>) => {
    const { here, there, cuts } = await connected();
    here.listen(hear);
    const closed = once(there, 'close');
    there.send('a');
    expect(await closed).toEqual([1011, Buffer.from('the message could not be processed')]);
    expect(cuts).toEqual(['the message could not be processed']);
  });

  it('is ended when its peer gives no sign of life between two pulses, and stays when it does', async () => {
    const [dead, alive] = [await connected(false), await connected()];
    const ended = new Promise<void>((resolve) => dead.here.onClose(resolve));
    for (const { here } of [dead, alive]) here.pulse();
    // The pong is behind the ping on both: it has arrived once the living peer answers the next request.
    const pinged = once(alive.there, 'ping');
    alive.here.listen(() => undefined);
    await pinged;
    alive.there.send('PING');
    await once(alive.there, 'message');
    for (const { here } of [dead, alive]) here.pulse();
    await ended;
    expect([dead.cuts, alive.cuts]).toEqual([['no sign of life'], []]);
    expect(alive.there.readyState).toBe(WebSocket.OPEN);
    dead.there.terminate();
    alive.there.terminate();
  });
});
