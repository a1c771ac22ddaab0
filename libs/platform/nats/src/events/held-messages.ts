import type { EventSource } from '@foretell/contracts';
import { connect } from 'nats';
import { EventStream } from './event-stream';
import { reasonOf } from '../logger';
import type { NatsSettings } from '../nats.config';
import { serverOptions } from '../server-options';
import { OpsFailure } from '../ops/ops-client';
import { operatorInbox, type Operator } from '../ops/operator';

/** The number of messages in each source's stream; 0 without a stream. */
export type HeldMessages = Readonly<Record<EventSource, number>>;

/** Rejects with OpsFailure when NATS does not answer, or refuses this operator. */
export async function heldMessages(settings: NatsSettings, { actor }: Operator): Promise<HeldMessages> {
  try {
    const connection = await connect({
      ...serverOptions(settings),
      inboxPrefix: operatorInbox(actor),
      reconnect: false,
    });
    try {
      const held = async (source: EventSource): Promise<number> =>
        (await (await EventStream.over(connection, { prefix: settings.prefix, settings }, source)).info())?.state.messages ?? 0;
      return { clob: await held('clob'), gamma: await held('gamma') };
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw new OpsFailure(`the streams cannot be asked on ${settings.servers.join(', ')}: ${reasonOf(error)}`, { cause: error });
  }
}
