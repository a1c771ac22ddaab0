import type { Logger } from '@nestjs/common';
import type { Exchange } from '@foretell/exchange';
import type { NatsLink } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';
import type { Clock } from '@foretell/platform-server';
import type { EngineMetrics } from './engine.metrics';
import type { FollowedState } from './follower/followed-state';
import type { CommitBatch, OpenOrderNote } from './journal/batch';
import { commitBatch } from './journal/commit.query';
import { KnownIds } from './known/known-ids';
import { RecordTables } from './recorder/record.query';
import { Recorder } from './recorder/recorder';
import { CommandServer } from './route/command-server';
import { Writer } from './writer';

export interface WritingPorts {
  readonly writerPool: Pool;
  readonly recorderPool: Pool;
  readonly link: NatsLink;
  readonly clock: Clock;
  readonly metrics: EngineMetrics;
  readonly logger: Logger;
  /** After each commit, before it is acknowledged: the views advance. */
  committed(batch: CommitBatch): void;
  fatal(cause: unknown): void;
}

/** What a process has while it is the writer: the writer, its recorder, and an ear for the commands of the other replicas. */
export class Writing {
  readonly exchange: Exchange;
  readonly notes: ReadonlyMap<string, OpenOrderNote>;
  readonly writer: Writer;
  readonly recorder: Recorder;
  private readonly server: CommandServer;
  private readonly stopping = new AbortController();
  private readonly learning: Promise<void>;

  /** To be made when tables, journal and state are level, by the holder of the epoch. */
  constructor({ exchange, notes, head }: FollowedState, epoch: number, ports: WritingPorts) {
    const { writerPool, recorderPool, metrics, clock, logger } = ports;
    const fatal = (cause: unknown): void => ports.fatal(cause);
    this.exchange = exchange;
    this.notes = notes;
    const tables = new RecordTables(recorderPool, epoch);
    const recorder = new Recorder(head.commitNumber, {
      record: (from, stretch) => metrics.timeRecord(() => tables.record(from, stretch)),
      fatal,
      monotonic: () => performance.now(),
    });
    this.recorder = recorder;
    const known = new KnownIds(writerPool, recorder);
    this.learning = known
      .learn(this.stopping.signal)
      .catch((cause: unknown) => logger.warn({ msg: 'known ids are looked up one by one', err: cause }));
    this.writer = new Writer(exchange, { ...head, epoch, at: head.totals.at }, notes, {
      clock,
      commit: (batch) => metrics.timeCommit(batch, () => commitBatch(writerPool, batch)),
      room: () => recorder.room(),
      known: (orderIds, references) => known.of(orderIds, references),
      committed: (batch) => {
        recorder.take(batch.rows);
        known.add(batch.rows);
        ports.committed(batch);
      },
      fatal,
    });
    this.server = new CommandServer(ports.link, epoch, this.writer);
    this.server.start();
  }

  /** Takes nothing more, commits and records what it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.learning;
    await this.server.stop();
    await this.writer.stop();
    await this.recorder.stop();
  }
}
