import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SharedSockets, type EndedFor } from './shared-sockets';

const UNREAD_MILLIS = 1_000;
/** More than kernels buffer. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** A socket with this number of bytes that its peer does not read. */
function socketWith(writableLength: number): Socket {
  const socket = Object.assign(new EventEmitter(), { writableLength, bytesWritten: writableLength, destroyed: false });
  const destroy = () => {
    socket.destroyed = true;
    socket.emit('close');
    return socket;
  };
  Object.assign(socket, { destroy, resetAndDestroy: destroy });
  return socket as unknown as Socket;
}

describe('sockets that networks share', () => {
  const setting = (connections: number, waitingBytes: number) => {
    const ended: EndedFor[] = [];
    return {
      ended,
      sockets: new SharedSockets({ connections, waitingBytes, unreadMillis: UNREAD_MILLIS }, (why) => void ended.push(why)),
    };
  };

  it('are taken from the network with the most, newest first, once the limit is reached', () => {
    const { ended, sockets } = setting(4, 1_000);
    const flood = Array.from({ length: 4 }, () => socketWith(0));
    expect(flood.every((socket) => sockets.enter(socket, 'flood'))).toBe(true);
    const honest = socketWith(0);
    expect([sockets.enter(honest, 'honest'), sockets.enter(socketWith(0), 'flood')]).toEqual([true, false]);
    expect([honest.destroyed, flood.map(({ destroyed }) => destroyed), ended]).toEqual([
      false,
      [false, false, false, true],
      ['connections'],
    ]);
    // Ended sockets free their places.
    flood[0]?.destroy();
    expect(sockets.enter(socketWith(0), 'flood')).toBe(true);
  });

  it('belong to a proxy until they are used for a client', () => {
    const { sockets } = setting(4, 1_000);
    const proxied = Array.from({ length: 4 }, () => socketWith(0));
    for (const socket of proxied) sockets.enter(socket, 'proxy');
    for (const socket of proxied.slice(1)) sockets.move(socket, 'flood');
    expect(sockets.enter(socketWith(0), 'proxy')).toBe(true);
    expect(proxied.map(({ destroyed }) => destroyed)).toEqual([false, false, false, true]);
  });

  it('are ended where the most bytes wait, in the network with the most, until the limit holds', () => {
    const { ended, sockets } = setting(100, 1_000);
    const [one, two, three] = [socketWith(200), socketWith(500), socketWith(300)];
    for (const socket of [one, two, three]) sockets.enter(socket, 'flood');
    const honest = socketWith(450);
    sockets.enter(honest, 'honest');
    sockets.relieve(0);
    expect([one, two, three, honest].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
    expect(ended).toEqual(['bytes']);
    sockets.relieve(0);
    expect(ended).toHaveLength(1);
  });

  it('are ended when their client takes no byte of what waits, and not while it takes some', () => {
    const { ended, sockets } = setting(100, 1_000);
    const [slow, stuck, idle] = [socketWith(300), socketWith(300), socketWith(0)];
    for (const socket of [slow, stuck, idle]) sockets.enter(socket, 'any');
    for (const now of [0, 600, 1_200]) {
      Object.assign(slow, { writableLength: slow.writableLength - 1 });
      sockets.relieve(now);
    }
    expect([slow.destroyed, stuck.destroyed, idle.destroyed, ended]).toEqual([false, true, false, ['unread']]);
  });

  it('are not ended while their client slowly takes one large write', async () => {
    const { ended, sockets } = setting(100, Infinity);
    const server = createServer((socket) => {
      sockets.enter(socket, 'any');
      socket.on('error', () => undefined).end(Buffer.alloc(LARGE_BYTES));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const timer = setInterval(() => sockets.relieve(performance.now()), 50);
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    let bytes = 0;
    client.on('data', (part: Buffer) => {
      bytes += part.length;
      client.pause();
      setTimeout(() => client.resume(), 5);
    });
    const since = performance.now();
    try {
      while (bytes < LARGE_BYTES && ended.length === 0) await delay(20);
    } finally {
      clearInterval(timer);
      client.destroy();
      server.close();
    }
    expect([bytes, ended]).toEqual([LARGE_BYTES, []]);
    expect(performance.now() - since).toBeGreaterThan(2 * UNREAD_MILLIS);
  });

  it('are ended for answers behind the one that is not read, as long as these wait', () => {
    const { ended, sockets } = setting(100, 1_000);
    const [reading, slow] = [socketWith(300), socketWith(300)];
    for (const socket of [reading, slow]) sockets.enter(socket, 'flood');
    const answer = { socket: null, writableFinished: false, writableLength: 200 };
    for (const socket of [reading, slow]) sockets.queue(socket, { ...answer });
    sockets.relieve(0);
    expect(ended).toEqual([]);
    sockets.queue(slow, { ...answer });
    sockets.queue(reading, { ...answer, socket: reading });
    sockets.queue(reading, { ...answer, writableFinished: true });
    sockets.relieve(0);
    expect([reading.destroyed, slow.destroyed, ended]).toEqual([false, true, ['bytes']]);
  });
});
