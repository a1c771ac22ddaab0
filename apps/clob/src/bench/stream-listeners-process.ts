import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Arrival, ListenersOrder } from './stream-listeners';

/*
 * Listens on many WebSockets with minimal work: searches the received bytes for sequences, without a WebSocket library.
 */

/** Maximum connections of one network address; the loopback has enough addresses. */
const OF_AN_ADDRESS = 200;
const SEQUENCE = /"sequence":(\d+),"lineage":"[0-9a-f]*","previous"/g;

let arrivals: Arrival[] = [];

process.on('message', (order: ListenersOrder) => {
  if (order.type === 'report') {
    process.send?.(arrivals);
    arrivals = [];
    return;
  }
  const opened = Array.from({ length: order.count }, (_none, index) =>
    open(order, `127.0.0.${2 + Math.floor(index / OF_AN_ADDRESS)}`),
  );
  void Promise.all(opened).then(() => process.send?.('connected'));
});
process.once('disconnect', () => process.exit());

function open({ port, hello }: Extract<ListenersOrder, { type: 'connect' }>, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(
        `GET /ws/market HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      );
    });
    socket.on('error', reject);
    socket.once('data', () => {
      socket.write(masked(hello));
      socket.on('data', hear);
      socket.once('data', () => resolve());
    });
  });
}

function hear(chunk: Buffer): void {
  const atMillis = performance.timeOrigin + performance.now();
  for (const [, sequence] of chunk.toString('latin1').matchAll(SEQUENCE)) arrivals.push({ sequence: Number(sequence), atMillis });
}

/** A client text frame, masked by zeros. */
function masked(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]), bytes]);
}
