import type { OpsCommandName, OpsReply, OpsRequest, OpsResult } from '@foretell/contracts';
import type { MessageCounts } from '@foretell/platform-nats';
import { CommandRefused } from '../failure';

/**
 * Transport of the CLI's commands. `request` returns the service's reply; it throws ServiceUnresponsive when the service does not
 * respond in time or the connection is down. Connects with the first request.
 */
export interface OpsConnection {
  request<N extends OpsCommandName>(command: N, payload: OpsRequest<N>, timeoutMs: number): Promise<OpsReply<N>>;
  /** The number of messages in the event streams. Throws ServiceUnresponsive when NATS does not respond. */
  messageCounts(): Promise<MessageCounts>;
  close(): Promise<void>;
}

/** The result of a command. Throws CommandRefused with the service's own sentence when it refuses. */
export async function commanded<N extends OpsCommandName>(
  { connection, timeoutMs }: { readonly connection: OpsConnection; readonly timeoutMs: number },
  command: N,
  payload: OpsRequest<N>,
): Promise<OpsResult<N>> {
  const reply = await connection.request(command, payload, timeoutMs);
  if (!reply.ok) throw new CommandRefused(reply.error);
  return reply.result;
}
