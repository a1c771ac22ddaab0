import { Logger } from '@nestjs/common';
import type { OpsCommandName, OpsReply } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';

const logger = new Logger('Ops');

/** An operator's request that cannot be done: one sentence that says what to change. */
export class OpsRefusal extends Error {}

/** Runs an operator command; what it throws becomes one sentence, and a fault of ours is logged besides. */
export async function replyTo<N extends OpsCommandName>(
  name: N,
  work: () => Promise<Extract<OpsReply<N>, { ok: true }>['result']>,
): Promise<OpsReply<N>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    if (error instanceof OpsRefusal || error instanceof HttpFailure || error instanceof RangeError)
      return { ok: false, error: error.message };
    logger.error({ msg: `${name} failed`, err: error });
    return { ok: false, error: `${name} failed inside the service; its log says why` };
  }
}
