import { AUDIT_OUTCOMES, type AuditEntry, type AuditListRequest, type AuditOutcome, type ServiceName } from '@foretell/contracts';
import type { Pool } from '@foretell/platform-prisma';
import { ADD_AUDIT, LIST_AUDIT, type AuditRow } from './audit.query';
import type { AuditTrail } from './audit-trail';

const PAGE = 50;

/** The audit of a service, in its own schema. The service's role may only append and read (deploy/sql/roles.sql). */
export class AuditStore implements AuditTrail {
  constructor(
    private readonly pool: Pool,
    private readonly service: ServiceName,
  ) {}

  async add({ at, actor, reference, command, outcome, asked, detail }: Omit<AuditEntry, 'number'>): Promise<number> {
    // PostgreSQL text cannot contain NUL characters.
    const values = [at, actor, reference, command, outcome, asked, detail.replaceAll('\0', '')];
    const { rows } = await this.pool.query<Pick<AuditRow, 'number'>>({ ...ADD_AUDIT[this.service], values });
    const number = rows[0]?.number;
    if (number === undefined) throw new Error('the audit gave its entry no number');
    return number;
  }

  async list({ before, limit, actor, command }: AuditListRequest): Promise<readonly AuditEntry[]> {
    const values = [before ?? null, actor ?? null, command === undefined ? null : this.whole(command), limit ?? PAGE];
    const { rows } = await this.pool.query<AuditRow>({ ...LIST_AUDIT[this.service], values });
    return rows.map((row) => ({ ...row, outcome: outcomeOf(row.outcome) }));
  }

  /** Completes a command name: an operator may omit the part common to all commands of the service. */
  private whole(command: string): string {
    return command.startsWith('ops.') ? command : `ops.${this.service}.${command}`;
  }
}

function outcomeOf(text: string): AuditOutcome {
  const outcome = AUDIT_OUTCOMES.find((known) => known === text);
  if (outcome === undefined) throw new RangeError(`${text} is no outcome of a command`);
  return outcome;
}
