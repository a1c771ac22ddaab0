import { readFileSync } from 'node:fs';
import type { FactSource } from '@foretell/contracts';
import { connect, credsAuthenticator } from 'nats';
import { FactStream } from './fact-stream';
import { reasonOf } from '../logger';
import { inboxPrefix, type NatsSettings } from '../nats.config';
import { OpsFailure } from '../ops/ops-client';
import type { Operator } from '../ops/operator';

/** How many messages the stream of each source holds, 0 where there is no stream. */
export type HeldMessages = Readonly<Record<FactSource, number>>;

/** Rejects with OpsFailure when NATS does not answer, or does not let this operator ask. */
export async function heldMessages(settings: NatsSettings, { actor }: Operator): Promise<HeldMessages> {
  try {
    const connection = await connect({
      name: settings.name,
      servers: [...settings.servers],
      inboxPrefix: `${inboxPrefix(settings)}.${actor}`,
      reconnect: false,
      ...(settings.user === undefined ? {} : { user: settings.user }),
      ...(settings.password === undefined ? {} : { pass: settings.password }),
      ...(settings.credentialsFile === undefined
        ? {}
        : { authenticator: credsAuthenticator(readFileSync(settings.credentialsFile)) }),
    });
    try {
      const held = async (source: FactSource): Promise<number> =>
        (await (await FactStream.over(connection, settings.prefix, source)).info())?.state.messages ?? 0;
      return { clob: await held('clob'), gamma: await held('gamma') };
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw new OpsFailure(`the streams cannot be asked on ${settings.servers.join(', ')}: ${reasonOf(error)}`, { cause: error });
  }
}
