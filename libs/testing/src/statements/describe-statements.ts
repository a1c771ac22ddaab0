import { join } from 'node:path';
import type { Statement } from '@foretell/platform-prisma';
import type { Connection, Pool, Submittable } from 'pg';
import { createTestDatabase, type TestDatabase } from '../world';
import { sqlSources } from './statement-sources';

/** The SQL of a service, as its spec describes it. */
export interface ServiceStatements {
  /** The folder of its sources. */
  readonly folder: string;
  /** By the name of its constant, every statement; by the name of its function, one or more that it makes. */
  readonly statements: Readonly<Record<string, Statement<object> | readonly Statement<object>[]>>;
  /** Files outside *.query.ts whose SQL is sent from there, each with its reason. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

const TEST_MS = 30_000;

/**
 * The specs of a service's SQL. Every statement is described by PostgreSQL against the migrated schema, and its result compared
 * with the columns that the code reads, which the compiler compares with the row. SQL stands in *.query.ts with its keywords in
 * upper case, and a name is given to a statement by its constant only.
 */
export function describeStatements({ folder, statements, elsewhere = {} }: ServiceStatements): void {
  const sources = sqlSources(folder);
  const all = Object.values(statements).flat();

  describe('named statements', () => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await createTestDatabase();
    }, TEST_MS);
    afterAll(() => database.drop());

    it.each(all)('$name returns the columns that are read, against the migrated schema', async ({ text, columns }) => {
      expect(await columnsOf(database.pool, text)).toEqual(columns);
    });

    it('have names of their own', () => {
      const names = all.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    });

    it('are all described here', () => {
      const declared = sources.flatMap((source) => source.declared);
      expect(Object.keys(statements).toSorted()).toEqual(declared.toSorted());
    });

    it('are named by the constants that are described here', () => {
      expect(placesOf('namedInPlace')).toEqual([]);
    });
  });

  describe('SQL', () => {
    it('stands in *.query.ts', () => {
      const outside = sources.filter(({ path, sqlLines }) => sqlLines.length > 0 && !path.endsWith('.query.ts'));
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
