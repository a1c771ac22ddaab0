import type { EventSource } from '@foretell/contracts';
import { connect } from 'nats';
import { EventStream } from './event-stream';
import { reasonOf } from '../logger';
import type { NatsSettings } from '../nats.config';
import { serverOptions } from '../server-options';
import { OpsFailure } from '../ops/ops-client';
import { operatorInbox, type Operator } from '../ops/operator';

/** The number of messages in each source's stream; 0 without a stream. */
export type MessageCounts = Readonly<Record<EventSource, number>>;

/** Rejects with OpsFailure when NATS does not answer, or refuses this operator. */
export async function messageCounts(settings: NatsSettings, { actor }: Operator): Promise<MessageCounts> {
  try {
    const connection = await connect({
      ...serverOptions(settings),
      inboxPrefix: operatorInbox(actor),
      reconnect: false,
    });
    try {
      const count = async (source: EventSource): Promise<number> =>
        (await (await EventStream.over(connection, { prefix: settings.prefix, settings }, source)).info())?.state.messages ?? 0;
      return { clob: await count('clob'), gamma: await count('gamma') };
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw new OpsFailure(`the streams on ${settings.servers.join(', ')} do not respond: ${reasonOf(error)}`, { cause: error });
  }
}
