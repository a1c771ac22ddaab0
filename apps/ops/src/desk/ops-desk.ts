import type { OpsCommandName, OpsCommands, OpsReply, OpsRequest } from '@foretell/contracts';
import { CommandRefused } from '../failure';

/**
 * Where the CLI hands over its commands. `request` answers with the surface's reply; throws SurfaceSilent when the
 * surface does not answer in time or the way to it is down. Nothing is connected before the first request.
 */
export interface OpsDesk {
  request<N extends OpsCommandName>(command: N, payload: OpsRequest<N>, timeoutMs: number): Promise<OpsReply<N>>;
  close(): Promise<void>;
}

export type OpsResult<N extends OpsCommandName> = OpsCommands[N]['reply'];

/** The result of a command; throws CommandRefused with the surface's own sentence when it refused. */
export async function commanded<N extends OpsCommandName>(
  { desk, patienceMs }: { readonly desk: OpsDesk; readonly patienceMs: number },
  command: N,
  payload: OpsRequest<N>,
): Promise<OpsResult<N>> {
  const reply = await desk.request(command, payload, patienceMs);
  if (!reply.ok) throw new CommandRefused(reply.error);
  return reply.result;
}

/** The surface that a command's name leads to: "clob", "gamma" or "data". */
export function surfaceOf(command: OpsCommandName): string {
  return command.split('.')[1] ?? command;
}
