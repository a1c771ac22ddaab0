import { Logger } from '@nestjs/common';
import { isReadCommand, type AuditEntry, type OpsCommandName } from '@foretell/contracts';
import { messageOf } from '@foretell/platform-server';
import { requestDetail, type AuditTrail } from './audit/audit-trail';
import type { Operator } from './operator';

const logger = new Logger('Audit');

/**
 * Executes a command between two audit entries: one before, without which it does not run, and one after with the outcome. A read
 * is executed without entries. Logs the command with its outcome, so that the logs name what a lost database held.
 */
export async function audited(
  trail: AuditTrail,
  { name, operator, request }: { readonly name: OpsCommandName; readonly operator: Operator; readonly request: unknown },
  carryOut: () => Promise<unknown>,
): Promise<unknown> {
  if (isReadCommand(name)) return carryOut();
  const of = { ...operator, command: name };
  const requested = requestDetail(request);
  const asked = await trail.add({ ...of, at: Date.now(), outcome: 'asked', asked: null, detail: requested });
  const end = (outcome: AuditEntry['outcome'], detail: string): Promise<void> => {
    logger.log({ msg: `operator command: ${outcome}`, ...of, outcome, asked, detail: requested, reason: detail || undefined });
    return trail.add({ ...of, at: Date.now(), outcome, asked, detail }).then(
      () => undefined,
      (cause: unknown) => logger.error({ msg: `the end of ${name} (${outcome}) is missing in the audit`, asked, err: cause }),
    );
  };
  try {
    const reply = await carryOut();
    const refusal = refusalOf(reply);
    await (refusal === null ? end('done', '') : end('refused', refusal));
    return reply;
  } catch (error) {
    await end('failed', messageOf(error));
    throw error;
  }
}

/** The sentence of a refusal; null for any other reply. */
export function refusalOf(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply) || reply.ok === true) return null;
  return 'error' in reply ? String(reply.error) : '';
}
