import type { AuditEntry, SurfaceName } from '@foretell/contracts';
import type { ColumnsOf, Statement } from '@foretell/platform-prisma';

export type AuditRow = Omit<AuditEntry, 'outcome'> & { readonly outcome: string };

type AuditStatements<Row> = Readonly<Record<SurfaceName, Statement<Row>>>;

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

const added = (surface: SurfaceName): Statement<Pick<AuditRow, 'number'>> => ({
  name: `add audit of ${surface}`,
  text: `INSERT INTO ${surface}.audit (at, actor, reference, command, outcome, asked, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)
    RETURNING number`,
  columns: { number: 'bigint' },
});
/** $1 to $7 the entry. */
export const ADD_AUDIT: AuditStatements<Pick<AuditRow, 'number'>> = {
  clob: added('clob'),
  gamma: added('gamma'),
  data: added('data'),
};

const listed = (surface: SurfaceName): Statement<AuditRow> => ({
  name: `list audit of ${surface}`,
  text: `SELECT number, at, actor, reference, command, outcome, asked, detail FROM ${surface}.audit
    WHERE ($1::bigint IS NULL OR number < $1) AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR command = $3)
    ORDER BY number DESC LIMIT $4`,
  columns: COLUMNS,
});
/** $1 a number, $2 an actor, $3 a command, each null for any; $4 at most so many before that number, the latest first. */
export const LIST_AUDIT: AuditStatements<AuditRow> = { clob: listed('clob'), gamma: listed('gamma'), data: listed('data') };
