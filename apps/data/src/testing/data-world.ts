import { eventStream, packMessages, type Event, type EventSource } from '@foretell/contracts';
import { NatsLink } from '@foretell/platform-nats';
import { createTestDatabase, testNats, until, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readDataConfig, type DataConfig } from '../data.config';
import { createDataService } from '../service';

/** The complete data service on its own port, with its own database and NATS account. */
export class DataWorld {
  readonly until = until;

  private constructor(
    readonly database: TestDatabase,
    readonly config: DataConfig,
    readonly app: NestExpressApplication,
    readonly url: string,
  ) {}

  static async open(variables: NodeJS.ProcessEnv = {}): Promise<DataWorld> {
    const database = await createTestDatabase();
    const { url, prefix } = testNats();
    const environment = { DATABASE_URL: database.url, NATS_URL: url, NATS_PREFIX: prefix, LOG_LEVEL: 'silent', LIMITS: 'off' };
    const config = readDataConfig({ ...environment, DATA_PORT: '0', ...variables });
    const app = await createDataService(config);
    await app.listen(0, '127.0.0.1');
    return new DataWorld(database, config, app, await app.getUrl());
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  /** Publishes events from `first` on. */
  async publish(source: EventSource, events: readonly Event[], first = 1): Promise<void> {
    const connection = await this.app.get(NatsLink).ready();
    const { stream, subject } = eventStream(this.config.nats.prefix, source);
    await (await connection.jetstreamManager()).streams.add({ name: stream, subjects: [subject] });
    for (const { bytes, firstSequence, lastSequence } of packMessages(source, first, events)) {
      await connection.jetstream().publish(subject, bytes, { msgID: `${source}-${firstSequence}-${lastSequence}` });
    }
  }

  async get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await fetch(this.url + path);
    return { status: response.status, body: await response.json() };
  }
}
