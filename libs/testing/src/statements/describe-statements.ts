import { join } from 'node:path';
import type { Statement } from '@foretell/platform-prisma';
import type { Connection, Pool, Submittable } from 'pg';
import { createTestDatabase, type TestDatabase } from '../world';
import { sqlSources, unused, type SqlSource } from './statement-sources';

/** The SQL of a service, for its spec. */
export interface ServiceStatements {
  /** The folder of its sources. */
  readonly folder: string;
  /** Files outside *.query.ts that send SQL, each with its reason. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

type Exports = Readonly<Record<string, unknown>>;

const TEST_MS = 30_000;

/**
 * Tests of a service's SQL. PostgreSQL describes every statement against the migrated schema; its result is compared with the
 * columns that the code reads, which the compiler compares with the row. SQL is in *.query.ts with upper-case keywords, and a
 * statement is named by its constant only.
 */
export function describeStatements({ folder, elsewhere = {} }: ServiceStatements): void {
  const sources = sqlSources(folder);
  const exported = new Map(
    sources.filter(isQueryFile).map(({ path }) => [path, jest.requireActual<Exports>(join(folder, path))]),
  );
  const all = [...new Set([...exported.values()].flatMap(statementsIn))];

  describe('named statements', () => {
    if (all.length > 0) describeColumns(all);

    it('have names of their own', () => {
      const names = all.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    });

    it('are all described here', () => {
      const isFound = (path: string, name: string): boolean => statementsIn(exported.get(path)?.[name]).length > 0;
      const lost = sources.flatMap(({ path, declared }) => declared.filter((name) => !isFound(path, name)));
      expect(lost).toEqual([]);
    });

    it('are all sent', () => {
      const names = [...exported.values()].flatMap((module) =>
        Object.keys(module).filter((name) => statementsIn(module[name]).length > 0),
      );
      expect(unused(folder, names)).toEqual([]);
    });

    it('are sent as copies', () => {
      const names = new Set(sources.flatMap(({ declared }) => declared));
      const places = sources.flatMap(({ path, sent }) =>
        sent.filter(({ name }) => names.has(name)).map((each) => ({ path, ...each })),
      );
      expect(places).toEqual([]);
    });

    it('are named by the constants that are described here', () => {
      expect(placesOf('namedInPlace')).toEqual([]);
    });
  });

  describe('SQL', () => {
    it('stands in *.query.ts', () => {
      const outside = sources.filter((source) => source.sqlLines.length > 0 && !isQueryFile(source));
      expect(outside.map(({ path }) => path).toSorted()).toEqual(Object.keys(elsewhere).toSorted());
    });

    it('has its keywords in upper case', () => {
      expect(placesOf('lowerCaseLines')).toEqual([]);
    });
  });

  function placesOf(kind: 'namedInPlace' | 'lowerCaseLines'): string[] {
    return sources.flatMap((source) => source[kind].map((line) => `${join(folder, source.path)}:${line}`));
  }
}

function describeColumns(statements: readonly Statement<object>[]): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  }, TEST_MS);
  afterAll(() => database.drop());

  it.each(statements)('$name returns the columns that are read, against the migrated schema', async ({ text, columns }) => {
    expect(await columnsOf(database.pool, text)).toEqual(columns);
  });
}

function isQueryFile({ path }: SqlSource): boolean {
  return path.endsWith('.query.ts');
}

/** The statements in a value. */
function statementsIn(value: unknown): readonly Statement<object>[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'columns' in value ? [value as Statement<object>] : Object.values(value).flatMap(statementsIn);
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Parses a statement and asks for its result, without running it. */
class Description implements Submittable {
  readonly done: Promise<readonly Column[]>;
  /** The pool wraps it to stop its timer. */
  callback: () => void = () => undefined;
  private columns: readonly Column[] = [];
  private resolve: (columns: readonly Column[]) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(private readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.columns = fields;
  }

  handleError(error: Error): void {
    this.callback();
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.callback();
    this.resolve(this.columns);
  }
}

/** The result's columns with the types that PostgreSQL gives them. */
async function columnsOf(pool: Pool, text: string): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const columns = await client.query(new Description(text)).done;
    const { rows } = await client.query<{ types: string[] }>(
      'SELECT array(SELECT format_type(t.oid, NULL) FROM unnest($1::oid[]) WITH ORDINALITY AS t(oid, place) ORDER BY place) AS types',
      [columns.map(({ dataTypeID }) => dataTypeID)],
    );
    return Object.fromEntries(columns.map(({ name }, index) => [name, rows[0]?.types[index] ?? '']));
  } finally {
    client.release();
  }
}
