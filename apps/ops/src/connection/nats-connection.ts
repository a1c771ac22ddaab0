import type { OpsClient, OpsFailure } from '@foretell/platform-nats';
import { CommandRefused, ServiceUnresponsive } from '../failure';
import { readConnectionSettings, readOperator } from '../ops.config';
import type { OpsConnection } from './ops-connection';

/**
 * Sends commands by NATS request and reply. Loads the libraries with the first command, so that help and usage errors are
 * immediate.
 */
export function openNatsConnection(environment: NodeJS.ProcessEnv, reference: string | undefined): OpsConnection {
  let opened: Promise<OpsClient> | undefined;
  return {
    async request(command, payload, timeoutMs) {
      const { OpsClient, OpsFailure } = await import('@foretell/platform-nats');
      opened ??= readConnectionSettings(environment).then(
        (settings) => new OpsClient(settings, readOperator(environment, reference)),
      );
      const client = await opened;
      try {
        return await client.request(command, payload, timeoutMs);
      } catch (error) {
        throw error instanceof OpsFailure ? failureOf(error) : error;
      }
    },
    async messageCounts() {
      const { messageCounts, OpsFailure } = await import('@foretell/platform-nats');
      try {
        return await messageCounts(await readConnectionSettings(environment), readOperator(environment, reference));
      } catch (error) {
        throw error instanceof OpsFailure ? failureOf(error) : error;
      }
    },
    async close() {
      const client = await opened?.catch(() => undefined);
      await client?.close();
    },
  };
}

/** An error reply is a response: the command failed. All other errors mean that the service did not respond. */
function failureOf(error: OpsFailure): Error {
  if (error.isAnswer) return new CommandRefused(error.message, { cause: error });
  return new ServiceUnresponsive(`${error.message}; check NATS_URL and NATS_PREFIX`, { cause: error });
}
