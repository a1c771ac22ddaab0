import type { OpsCommandName, OpsReply, OpsRequest, OpsResult } from '@foretell/contracts';
import type { HeldMessages } from '@foretell/platform-nats';
import { CommandRefused } from '../failure';

/**
 * Where the CLI hands over its commands. `request` answers with the surface's reply; throws SurfaceSilent when the
 * surface does not answer in time or the way to it is down. Nothing is connected before the first request.
 */
export interface OpsConnection {
  request<N extends OpsCommandName>(command: N, payload: OpsRequest<N>, timeoutMs: number): Promise<OpsReply<N>>;
  /** What the streams of facts hold; throws SurfaceSilent when NATS does not say. */
  heldMessages(): Promise<HeldMessages>;
  close(): Promise<void>;
}

/** The result of a command; throws CommandRefused with the surface's own sentence when it refused. */
export async function commanded<N extends OpsCommandName>(
  { connection, timeoutMs }: { readonly connection: OpsConnection; readonly timeoutMs: number },
  command: N,
  payload: OpsRequest<N>,
): Promise<OpsResult<N>> {
  const reply = await connection.request(command, payload, timeoutMs);
  if (!reply.ok) throw new CommandRefused(reply.error);
  return reply.result;
}
