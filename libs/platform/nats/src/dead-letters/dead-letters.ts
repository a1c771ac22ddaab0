import {
  decodeMessage,
  isOf,
  isWhole,
  sequenced,
  subjectOf,
  type DoctorCheck,
  type EventMessage,
  type EventSource,
  type SequencedEvent,
  type DeadLetter,
  type DeadLettersRequest,
  type ServiceName,
} from '@foretell/contracts';
import type { Pool, PoolClient } from '@foretell/platform-prisma';
import { messageOf, metricsRegistry } from '@foretell/platform-server';
import { Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { BadEvent, requireSound, type RefusedEvents } from './bad-event';
import { deadLettersSql, type DeadLettersSql } from './dead-letters.query';

/** Limit of dead-lettered events; at the limit the consumer waits: so many bad events have a common cause. */
const DEAD_LETTERS_MAX = 1_000;
const LISTED_MAX = 100;
const MESSAGE_CHARACTERS_MAX = 4_096;

const deadLettersTotal = new Counter({
  name: 'foretell_facts_set_aside_total',
  help: 'Events that could not be applied and were dead-lettered, by source.',
  labelNames: ['source'] as const,
  registers: [metricsRegistry],
});

/** Registers the series of a source at zero: one that starts with its first event shows no increase. */
export function countDeadLetters(source: EventSource): void {
  deadLettersTotal.inc({ source }, 0);
}

/** A dead-lettered event, with the bytes to replay it from. */
export interface DeadLetterRow extends DeadLetter {
  readonly bytes: Buffer;
}

type Database = Pool | PoolClient;

/**
 * The events that a service could not apply: one row each, in its own schema. Of events that carry the full state of their
 * subject only the last is stored, and none once a later one was applied. The data service stores them by generation, as it does
 * all its rows.
 */
export class DeadLetters {
  private readonly logger = new Logger('DeadLetters');
  private readonly sql: DeadLettersSql;

  constructor(private readonly service: ServiceName) {
    this.sql = deadLettersSql(service);
  }

  /**
   * Call it in the transaction that moves the checkpoint past them, or before it. Idempotent per event: one that is delivered
   * again after a crash keeps its first reason, because by then later events may hide it. Rejects when there are too many: then
   * nothing is lost, and nothing continues until the operator has inspected them.
   */
  async put(database: Database, refused: RefusedEvents, generation = 0): Promise<void> {
    const { source, firstSequence, lastSequence, type, subject, bytes, reason } = refused;
    const whole = isWhole(type);
    const words = [type, subject, bytes, reason].map((value) => (typeof value === 'string' ? storable(value) : value));
    const values = [source, firstSequence, lastSequence, ...words, Date.now(), whole, DEAD_LETTERS_MAX];
    const { rowCount } = await database.query(this.sql.put, this.keyed(values, generation));
    if (rowCount !== 1)
      throw new Error(
        `${DEAD_LETTERS_MAX} events are dead-lettered and no more can be: replay or drop them (ops events dead-letters)`,
      );
    deadLettersTotal.inc({ source });
    this.logger.error({
      msg: 'an event cannot be applied and is dead-lettered',
      surface: this.service,
      source,
      sequence: firstSequence,
      lastSequence,
      type,
      subject,
      reason,
    });
  }

  /** Call it with applied events: earlier dead-lettered events of the same subjects are out of date. */
  async supersede<S extends EventSource>(
    database: Database,
    source: S,
    applied: readonly SequencedEvent<S>[],
    generation = 0,
  ): Promise<void> {
    const { rows } = await database.query<{ subject: string }>(this.sql.held, this.keyed([source], generation));
    if (rows.length === 0) return;
    const held = new Set(rows.map(({ subject }) => subject));
    const newest = new Map<string, number>();
    for (const { event, sequence } of applied) if (isWhole(event.type)) newest.set(subjectOf(event), sequence);
    for (const [subject, sequence] of newest) {
      if (held.has(subject)) await database.query(this.sql.forget, this.keyed([source, subject, sequence], generation));
    }
  }

  /** False when the row does not exist (any more). Takes the row's lock, so that only one of two replays finds it. */
  async take(client: PoolClient, { source, sequence }: DeadLetterRow): Promise<boolean> {
    const { rowCount } = await client.query(this.sql.drop, [source, sequence]);
    return rowCount !== 0;
  }

  /** Records that it was refused again. */
  async refuse(database: Database, { source, sequence }: DeadLetterRow, reason: string): Promise<void> {
    await database.query(this.sql.refuse, [source, sequence, reason, Date.now()]);
  }

  async find(database: Database, { source, sequence }: DeadLettersRequest): Promise<readonly DeadLetterRow[]> {
    const { rows } = await database.query<Omit<DeadLetterRow, 'message'>>(this.sql.list, [source ?? null, sequence ?? null]);
    return rows.map((row) => ({ ...row, message: row.bytes.toString('utf8').slice(0, MESSAGE_CHARACTERS_MAX) }));
  }

  async list(database: Database, request: DeadLettersRequest): Promise<{ readonly total: number; readonly facts: DeadLetter[] }> {
    const rows = await this.find(database, request);
    return { total: rows.length, facts: rows.slice(0, LISTED_MAX).map(shown) };
  }

  /** @returns the number of dropped rows */
  async drop(database: Database, { source, sequence }: DeadLettersRequest): Promise<number> {
    const { rowCount } = await database.query(this.sql.drop, [source ?? null, sequence ?? null]);
    return rowCount ?? 0;
  }

  /** The check for `ops doctor`. */
  async check(database: Database): Promise<DoctorCheck> {
    const rows = await this.find(database, {});
    const newest = rows.at(-1);
    const detail =
      newest === undefined ? '' : `; the last is ${newest.source} ${newest.sequence}, ${newest.subject}: ${newest.reason}`;
    return {
      name: 'every event was applied',
      holds: rows.length === 0,
      detail: `${rows.length} events are dead-lettered${detail}`,
    };
  }

  /** The number that wait for the operator. */
  async count(database: Database): Promise<number> {
    const { rows } = await database.query<{ total: number }>(this.sql.count);
    return rows[0]?.total ?? 0;
  }

  private keyed(values: readonly unknown[], generation: number): unknown[] {
    return this.service === 'data' ? [...values, generation] : [...values];
  }
}

/** PostgreSQL text cannot contain NUL. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}

/** The events of a row, to be retried. Throws BadEvent while they are unreadable or violate their classes. */
export function eventsDeadLettered<S extends EventSource>(
  { bytes, sequence }: DeadLetterRow,
  source: S,
): readonly SequencedEvent<S>[] {
  const message = decoded(bytes);
  if (!isOf(message, source)) throw new BadEvent(`a message of ${message.source} is on the stream of ${source}`);
  // A message that straddled the checkpoint is dead-lettered from the checkpoint on.
  requireSound(message, sequence - 1);
  return [...sequenced<S>([message])].filter((event) => event.sequence >= sequence);
}

function decoded(bytes: Uint8Array): EventMessage {
  try {
    return decodeMessage(bytes);
  } catch (cause) {
    throw new BadEvent(messageOf(cause), { cause });
  }
}

/** The row without its bytes. */
export function shown({ bytes, ...event }: DeadLetterRow): DeadLetter {
  void bytes;
  return event;
}
