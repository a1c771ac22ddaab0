import { NOTHING_WAITS } from '../writer-pace';
import type { Submission } from '../submission';
import type { CommandConnection } from './command-link';
import { NOT_AFTER_HEADER } from './command-server';
import { decodeCommands } from './command.codec';
import { ForwardedRoute } from './forwarded-route';
import { encodeReply } from './receipt.codec';

const CANCEL: Submission = {
  command: { type: 'cancelOrders', wallet: `0x${'ab'.repeat(20)}`, conditionId: null, outcome: null },
};
const FORWARD_MILLIS = 5_000;

/** A message to the writer: its number of commands, and its deadline. */
type Sent = readonly [commands: number, notAfter: string];

describe('commands that are forwarded', () => {
  /** A writer that answers at once and whose elapsed time is `writerMillis` ahead of the replica's. */
  function setting(writerMillis: number) {
    const held = { now: 1_000, epoch: 7, replyMillis: 0 };
    const sent: Sent[] = [];
    const connection: CommandConnection = {
      request: (_subject, data, { headers }) => {
        sent.push([decodeCommands(data).length, headers.get(NOT_AFTER_HEADER)]);
        const elapsedMillis = held.now + writerMillis;
        held.now += held.replyMillis;
        const settled = decodeCommands(data).map(() => ({ type: 'canceled', orderIds: [], delayedOrderIds: [] }) as const);
        const reply = { kind: 'receipt', receipt: { commitNumber: 1, settled } } as const;
        return Promise.resolve({
          data: encodeReply({ reply, backlog: NOTHING_WAITS, newcomerMillis: 0, elapsedMillis }),
        });
      },
      subscribe: () => ({ drain: () => Promise.resolve() }),
    };
    const route = new ForwardedRoute({
      link: { prefix: 'spec', isConnected: true, ready: () => Promise.resolve(connection) },
      isReached: () => true,
      epoch: () => held.epoch,
      monotonic: () => held.now,
    });
    return { held, sent, route };
  }

  it('ask a writer for its time first, and carry their deadline in it', async () => {
    const { sent, route } = setting(400_000);
    await route.submitAll([CANCEL]);
    expect(sent).toEqual([
      [0, ''],
      [1, String(400_000 + 1_000 + FORWARD_MILLIS)],
    ]);
  });

  it('never carry a later deadline than their own, however long the writer’s reply took', async () => {
    const { held, sent, route } = setting(400_000);
    held.replyMillis = 300;
    await route.submitAll([CANCEL]);
    // Sent at 1,000, received at 1,300: the writer may be up to 300 ms ahead of its reply.
    expect(sent[1]).toEqual([1, String(400_000 + 1_000 + FORWARD_MILLIS - 300)]);
  });

  it('ask the writer of another epoch again, although the previous one answered a moment ago', async () => {
    const { held, sent, route } = setting(400_000);
    await route.submitAll([CANCEL]);
    held.epoch = 8;
    await route.submitAll([CANCEL]);
    expect(sent.map(([commands]) => commands)).toEqual([0, 1, 0, 1]);
  });
});
