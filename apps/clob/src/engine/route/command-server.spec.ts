import { NOTHING_WAITS } from '../writer-pace';
import type { CommandMessage, CommandSubscription } from './command-link';
import { CommandServer, FROM_HEADER } from './command-server';
import { encodeCommands } from './command.codec';
import { decodeReply, REPLY_VERSION_HEADER, type RoutedReply } from './receipt.codec';
import type { ServedWriter } from './writer-route';

/** A writer with 300 ms of work of one network, 7 ms ahead of an idle network, and 400 ms in all. */
const WRITER: ServedWriter = {
  submitAll: () => Promise.resolve({ commitNumber: 1, settled: [] }),
  elapsedMillis: () => 9,
  backlog: (from) => ({ ...NOTHING_WAITS, workMillis: from === undefined ? 400 : from === 'flood' ? 300 : 7 }),
};

describe('a writer that receives commands from other replicas', () => {
  const answered = async (headers: Readonly<Record<string, string>>): Promise<RoutedReply> => {
    let receive: (message: CommandMessage) => void = () => undefined;
    const subscription: CommandSubscription = { drain: () => Promise.resolve() };
    const connection = {
      request: () => Promise.reject(new Error('nothing is asked here')),
      subscribe: (_subject: string, { callback }: { callback: (error: null, message: CommandMessage) => void }) => {
        receive = (message) => callback(null, message);
        return subscription;
      },
    };
    const link = { prefix: 'spec', isConnected: true, ready: () => Promise.resolve(connection) };
    const server = new CommandServer(link, 1, WRITER);
    server.start();
    await new Promise((resolve) => setImmediate(resolve));
    return new Promise((resolve) =>
      receive({
        data: encodeCommands([]),
        headers: { get: (name) => headers[name] ?? '' },
        respond: (bytes) => {
          resolve(decodeReply(bytes ?? new Uint8Array(0)));
          return true;
        },
      }),
    );
  };

  it.each([
    ['its own network', { [FROM_HEADER]: 'flood' }, '5', { workMillis: 300 }, 7],
    ['a network without queued commands', { [FROM_HEADER]: 'honest' }, '5', { workMillis: 7 }, 7],
    ['no network, for a ping', {}, '5', { workMillis: 7 }, 7],
  ])('reports the backlog of %s', async (_, headers, version, backlog, newcomerMillis) => {
    const reply = await answered({ ...headers, [REPLY_VERSION_HEADER]: version });
    expect(reply).toMatchObject({ backlog, newcomerMillis, elapsedMillis: 9 });
  });
});
