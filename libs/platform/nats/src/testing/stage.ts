import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { eventStream, type EventSource } from '@foretell/contracts';
import { pause } from '@foretell/platform-server';
import type { JetStreamManager, NatsConnection } from 'nats';
import type { EventLogger } from '../logger';
import { NatsLink } from '../nats-link';
import { readNatsSettings, type NatsSettings } from '../nats.config';

interface StreamMaker {
  makeStreams(connection: NatsConnection, options: { readonly prefix: string }): Promise<readonly string[]>;
}

const maker = createRequire(__filename)('../../../../../tools/migrate/streams.cjs') as StreamMaker;

/** Settings for the server of the test run, under a prefix unique to this spec file. */
export function stageSettings(): NatsSettings {
  return { ...readNatsSettings('platform-nats-spec'), prefix: `t${randomBytes(6).toString('hex')}` };
}

/** Stores log lines instead of printing them. */
class LoggedLines implements EventLogger {
  readonly lines: string[] = [];
  log = (line: unknown): void => this.keep(line);
  warn = (line: unknown): void => this.keep(line);
  error = (line: unknown): void => this.keep(line);

  matching(pattern: RegExp): string[] {
    return this.lines.filter((line) => pattern.test(line));
  }

  private keep(line: unknown): void {
    this.lines.push(JSON.stringify(line));
  }
}

/** Polls until the condition holds; at the deadline fails with the last observation. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, deadlineMs = 15_000): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await pause(10);
  }
}

/** The link of one spec and its view of the server; removes at the end everything that it created. */
export class Stage {
  readonly logger = new LoggedLines();
  readonly link: NatsLink;

  constructor(readonly settings: NatsSettings = stageSettings()) {
    this.link = new NatsLink(settings, this.logger);
  }

  connection(): Promise<NatsConnection> {
    return this.link.ready();
  }

  async manager(): Promise<JetStreamManager> {
    return (await this.connection()).jetstreamManager();
  }

  /** As `migrate` creates them. */
  async makeStreams(): Promise<void> {
    await maker.makeStreams(await this.connection(), this.settings);
  }

  stream(source: EventSource = 'clob'): string {
    return eventStream(this.settings.prefix, source).stream;
  }

  /** Ids of all messages on the stream, in order. */
  async messageIds(): Promise<string[]> {
    const manager = await this.manager();
    const { state } = await manager.streams.info(this.stream());
    const ids: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
      ids.push((await manager.streams.getMessage(this.stream(), { seq })).header.get('Nats-Msg-Id'));
    }
    return ids;
  }

  async streamLength(): Promise<number> {
    try {
      return (await (await this.manager()).streams.info(this.stream())).state.messages;
    } catch {
      return -1;
    }
  }

  async end(): Promise<void> {
    const manager = await this.manager();
    for await (const name of manager.streams.names(`${this.settings.prefix}.>`)) await manager.streams.delete(name);
    await this.link.close();
  }
}
