import type { AuditEntry, ServiceName } from '@foretell/contracts';
import type { ColumnsOf, Statement } from '@foretell/platform-prisma';

export type AuditRow = Omit<AuditEntry, 'outcome'> & { readonly outcome: string };

type AuditStatements<Row> = Readonly<Record<ServiceName, Statement<Row>>>;

const COLUMNS: ColumnsOf<AuditRow> = {
  number: 'bigint',
  at: 'bigint',
  actor: 'text',
  reference: 'text',
  command: 'text',
  outcome: 'text',
  asked: 'bigint',
  detail: 'text',
};

const added = (table: string): Statement<Pick<AuditRow, 'number'>> => ({
  name: `add to ${table}`,
  text: `INSERT INTO ${table} (at, actor, reference, command, outcome, asked, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)
    RETURNING number`,
  columns: { number: 'bigint' },
});
/** $1 to $7 the entry. */
export const ADD_AUDIT: AuditStatements<Pick<AuditRow, 'number'>> = {
  clob: added('clob.audit'),
  gamma: added('gamma.audit'),
  data: added('data.audit'),
};

const listed = (table: string): Statement<AuditRow> => ({
  name: `list ${table}`,
  text: `SELECT number, at, actor, reference, command, outcome, asked, detail FROM ${table}
    WHERE ($1::bigint IS NULL OR number < $1) AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR command = $3)
    ORDER BY number DESC LIMIT $4`,
  columns: COLUMNS,
});
/** $1 a number, $2 an actor, $3 a command, each null for any; $4 at most so many before that number, the latest first. */
export const LIST_AUDIT: AuditStatements<AuditRow> = {
  clob: listed('clob.audit'),
  gamma: listed('gamma.audit'),
  data: listed('data.audit'),
};
