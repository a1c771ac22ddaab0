import { AUDIT_OUTCOMES, type AuditEntry, type AuditListRequest, type AuditOutcome, type SurfaceName } from '@foretell/contracts';
import type { Pool } from '@foretell/platform-prisma';
import type { AuditTrail } from './audit-trail';

const TABLES: Readonly<Record<SurfaceName, string>> = { clob: 'clob.audit', gamma: 'gamma.audit', data: 'data.audit' };
const PAGE = 50;

type Row = Omit<AuditEntry, 'outcome'> & { readonly outcome: string };

/** The audit of a service, in its own schema. The service's role may only append and read (deploy/sql/roles.sql). */
export class AuditStore implements AuditTrail {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    private readonly surface: SurfaceName,
  ) {
    this.table = TABLES[surface];
  }

  async add({ at, actor, reference, command, outcome, asked, detail }: Omit<AuditEntry, 'number'>): Promise<number> {
    const { rows } = await this.pool.query<{ number: number }>(
      `INSERT INTO ${this.table} (at, actor, reference, command, outcome, asked, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)
       RETURNING number`,
      // PostgreSQL text cannot contain NUL characters.
      [at, actor, reference, command, outcome, asked, detail.replaceAll('\0', '')],
    );
    const number = rows[0]?.number;
    if (number === undefined) throw new Error('the audit gave its entry no number');
    return number;
  }

  async list({ before, limit, actor, command }: AuditListRequest): Promise<readonly AuditEntry[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT number, at, actor, reference, command, outcome, asked, detail FROM ${this.table}
       WHERE ($1::bigint IS NULL OR number < $1) AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR command = $3)
       ORDER BY number DESC LIMIT $4`,
      [before ?? null, actor ?? null, command === undefined ? null : this.whole(command), limit ?? PAGE],
    );
    return rows.map((row) => ({ ...row, outcome: outcomeOf(row.outcome) }));
  }

  /** Completes a command name: an operator may omit the part common to all commands of the service. */
  private whole(command: string): string {
    return command.startsWith('ops.') ? command : `ops.${this.surface}.${command}`;
  }
}

function outcomeOf(text: string): AuditOutcome {
  const outcome = AUDIT_OUTCOMES.find((known) => known === text);
  if (outcome === undefined) throw new RangeError(`${text} is no outcome of a command`);
  return outcome;
}
