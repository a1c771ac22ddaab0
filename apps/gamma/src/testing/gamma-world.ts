import { decodeMessage } from '@foretell/contracts';
import { makeTestStreams, testNats, createTestDatabase, type TestDatabase } from '@foretell/testing';
import type { CatalogBatch, CatalogBatchResult, EventMessage, PlacedRow, TradingEvent } from '@foretell/contracts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ImportService } from '../import/import.service';
import { TradingEventsApplier } from '../trading-events/trading-events.applier';
import { readGammaConfig } from '../gamma.config';
import { createGammaService } from '../service';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A catalog service of one test, on its own database, listening on a free port. */
export class GammaWorld {
  private constructor(
    readonly database: TestDatabase,
    readonly app: NestExpressApplication,
    readonly url: string,
  ) {}

  /** `NATS_URL` may name a server that does not exist: the catalog must work without it. */
  static async start(overrides: NodeJS.ProcessEnv = {}): Promise<GammaWorld> {
    const database = await createTestDatabase();
    const nats = testNats();
    const config = readGammaConfig({
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      NATS_PREFIX: nats.prefix,
      SANDBOX: 'true',
      GAMMA_PORT: '0',
      LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...overrides,
    });
    await makeTestStreams({ url: nats.url, prefix: config.nats.prefix });
    const app = await createGammaService(config);
    await app.listen(0, '127.0.0.1');
    return new GammaWorld(database, app, await app.getUrl());
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  import(
    shape: CatalogBatch['shape'],
    rows: readonly unknown[],
    sites: readonly string[] = [],
    options: Pick<CatalogBatch, 'baseFees' | 'unlisted'> = {},
  ): Promise<CatalogBatchResult> {
    return this.app
      .get(ImportService)
      .import({ shape, rows: rows.map((row, index) => placed(row, index, shape)), sites, ...options });
  }

  apply(message: EventMessage<TradingEvent>): Promise<void> {
    return this.app.get(TradingEventsApplier).apply([message], null);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(this.url + path, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** The body of a list; fails the test when the response is not a list. */
  async list(path: string): Promise<readonly Record<string, unknown>[]> {
    const { body } = await this.get(path);
    if (!Array.isArray(body)) throw new Error(`${path} answered ${JSON.stringify(body)}`);
    return body as readonly Record<string, unknown>[];
  }

  /** The types and bodies of all events published so far. */
  async facts(): Promise<readonly Record<string, unknown>[]> {
    const { rows } = await this.database.pool.query<{ payload: Buffer }>(
      'SELECT payload FROM gamma.journal ORDER BY first_sequence',
    );
    return rows.flatMap(({ payload }) => decodeMessage(payload).facts.map((event) => ({ ...event })));
  }
}

function placed(row: unknown, index: number, shape: CatalogBatch['shape']): PlacedRow {
  return { place: `row ${index + 1}`, row, position: shape === 'markets' ? index : 0 };
}
