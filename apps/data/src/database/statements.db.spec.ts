import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Statement } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import * as ts from 'typescript';
import { BUILDER_DAYS, BUILDER_TOTALS } from '../builders/builders.query';
import { HOLDERS } from '../holders/holders.query';
import { BOARD_PROFILES, WALLETS_NAMED } from '../leaderboard/leaderboard.query';
import { FED_TRADES, FEED_HEAD } from '../live-data/activity-feed.query';
import { LARGEST_OPEN_INTEREST, OPEN_INTEREST } from '../market-figures/market-figures.query';
import { BEST_POSITION } from '../public/market-positions.query';
import { PROFILE } from '../public/profile.query';
import { TOTALS_BEFORE, TOTALS_BEFORE_ALL } from '../public/traded.query';

jest.setTimeout(30_000);

const SOURCE = join(__dirname, '..');

const STATEMENTS: readonly Statement<object>[] = [
  BEST_POSITION,
  BOARD_PROFILES,
  BUILDER_DAYS,
  BUILDER_TOTALS,
  FED_TRADES,
  FEED_HEAD,
  HOLDERS,
  LARGEST_OPEN_INTEREST,
  OPEN_INTEREST,
  PROFILE,
  TOTALS_BEFORE,
  TOTALS_BEFORE_ALL,
  WALLETS_NAMED,
];

/** Files whose named statements are not yet constants of type Statement. The list may only get shorter. */
const UNREGISTERED: readonly string[] = [
  'activity/activity.query.ts',
  'database/generation.query.ts',
  'database/wallet-totals.query.ts',
  'ingest/prior-rows.query.ts',
  'ingest/rows.write.ts',
  'public/token-names.ts',
  'trades/trades.query.ts',
];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts') ? [path] : [];
  });
}

/** The names of the constants of type Statement, and whether a query has a name and a text of its own. */
function lookAt(path: string): { readonly declared: readonly string[]; readonly sendsOwn: boolean } {
  const declared: string[] = [];
  let sendsOwn = false;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && /^Statement</.test(node.type?.getText() ?? '')) declared.push(nameIn(node.initializer));
    if (ts.isObjectLiteralExpression(node) && ts.isCallExpression(node.parent)) {
      const isQuery = /\.query$/.test(node.parent.expression.getText());
      sendsOwn ||= isQuery && node.properties.some(({ name }) => name?.getText() === 'name');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return { declared, sendsOwn };
}

function nameIn(initializer: ts.Expression | undefined): string {
  return /\bname: '([^']+)'/.exec(initializer?.getText() ?? '')?.[1] ?? '';
}

describe('named statements', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(STATEMENTS)('$name returns the columns that are read, against the migrated schema', async ({ text, columns }) => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`PREPARE described AS ${text}`);
      const prepared = await client.query<{ parameters: number; types: string[] }>(
        `SELECT cardinality(parameter_types) AS parameters, result_types::text[] AS types
         FROM pg_prepared_statements WHERE name = 'described'`,
      );
      const { parameters = 0, types = [] } = prepared.rows[0] ?? {};
      const nulls = Array.from({ length: parameters }, () => 'NULL').join(', ');
      const { fields } = await client.query(`EXECUTE described${parameters > 0 ? `(${nulls})` : ''}`);
      expect(Object.fromEntries(fields.map(({ name }, index) => [name, types[index]]))).toEqual(columns);
    } finally {
      await client.query('ROLLBACK');
      await client.query('DEALLOCATE ALL');
      client.release();
    }
  });

  it('are all prepared here', () => {
    const declared = filesIn(SOURCE).flatMap((path) => lookAt(path).declared);
    expect(declared.toSorted()).toEqual(STATEMENTS.map(({ name }) => name).toSorted());
  });

  it('are sent through the constants that are prepared here', () => {
    const own = filesIn(SOURCE).filter((path) => lookAt(path).sendsOwn);
    expect(own.map((path) => relative(SOURCE, path)).toSorted()).toEqual(UNREGISTERED);
  });
});
