import { encodeMessage, eventStream, sequenced, type EventMessage, type TradingEvent } from '@foretell/contracts';
import { headers } from 'nats';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import type { EventApplier, EventPlace } from './event-applier';
import { BadEvent, type RefusedEvents } from '../dead-letters/bad-event';
import { ArrayJournal, eventAt } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

/** Applies each batch completely or not at all, as a transaction does. Stores dead-lettered events apart. */
class Tables implements EventApplier<'clob'> {
  readonly applied: number[] = [];
  readonly deadLetters: RefusedEvents[] = [];
  lastApplied = 0;
  /** Returns the defect of an event; by default none has one. */
  faultIn: (sequence: number) => Error | null = () => null;
  /** Fails the attempt to dead-letter, before or after the row is written. */
  crash: 'before' | 'after' | null = null;
  takesOneAhead = false;
  private underWay: Promise<void> = Promise.resolve();

  checkpoint(): Promise<EventPlace> {
    return Promise.resolve({ sequence: this.lastApplied, lineage: null });
  }

  adopt(): Promise<void> {
    return Promise.resolve();
  }

  async apply(messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
    const before = this.underWay;
    const written = before.then(() => this.write(messages));
    this.underWay = written.catch(() => undefined);
    await written;
  }

  deadLetter(refused: RefusedEvents): Promise<void> {
    if (this.crash === 'before') return Promise.reject(this.ended());
    if (refused.firstSequence !== this.lastApplied + 1) return Promise.reject(new Error('it does not follow the checkpoint'));
    this.deadLetters.push(refused);
    this.lastApplied = refused.lastSequence;
    return this.crash === 'after' ? Promise.reject(this.ended()) : Promise.resolve();
  }

  private write(messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
    const events = [...sequenced<'clob'>(messages)];
    if (events[0]?.sequence !== this.lastApplied + 1) return Promise.reject(new Error('the checkpoint has moved'));
    for (const { sequence } of events) {
      const fault = this.faultIn(sequence);
      if (fault !== null) return Promise.reject(fault);
    }
    this.applied.push(...events.map(({ sequence }) => sequence));
    this.lastApplied = events.at(-1)?.sequence ?? this.lastApplied;
    return Promise.resolve();
  }

  private ended(): Error {
    this.crash = null;
    return new Error('the process ended');
  }
}

const BAD: readonly number[] = [5, 6, 130, 200];
const isBad = (sequence: number): Error | null =>
  BAD.includes(sequence) ? new BadEvent(`event ${sequence} breaks a bound`) : null;

describe('events that cannot be applied', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;
  let tables: Tables;
  let consumer: EventConsumer<'clob'>;

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    tables = new Tables();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    consumer = new EventConsumer({ link: stage.link, source: 'clob', durable: 'data', applier: tables, logger: stage.logger });
  });
  afterEach(async () => {
    await consumer.stop();
    await relay.stop();
    await stage.end();
  });

  const settled = (): Promise<void> =>
    until(`all is settled: ${stage.logger.lines.join()}`, () => journal.head > 0 && tables.lastApplied >= journal.head);
  const everythingBut = (bad: readonly number[]): number[] =>
    Array.from({ length: journal.head }, (_, index) => index + 1).filter((sequence) => !bad.includes(sequence));
  const publish = async (first: number, last: number, bytes: Uint8Array): Promise<void> => {
    const id = headers();
    id.set('Nats-Msg-Id', `clob-${first}-${last}`);
    const { subject } = eventStream(stage.settings.prefix, 'clob');
    await (await stage.connection()).jetstream().publish(subject, bytes, { headers: id });
  };
  const message = (first: number, last: number): Uint8Array =>
    encodeMessage({
      source: 'clob',
      firstSequence: first,
      facts: Array.from({ length: last - first + 1 }, (_, index) => eventAt(first + index)),
    });

  it.each([false, true])(
    'are dead-lettered one by one, and all others are applied once, in order (one batch ahead: %s)',
    async (ahead) => {
      tables.takesOneAhead = ahead;
      tables.faultIn = isBad;
      journal.commitMany(120);
      relay.start();
      consumer.start();
      await settled();
      expect(tables.applied).toEqual(everythingBut(BAD));
      expect(tables.deadLetters).toMatchObject(
        BAD.map((sequence) => ({
          source: 'clob',
          firstSequence: sequence,
          lastSequence: sequence,
          type: 'funds.credited.v1',
          subject: `wallet 0x${'00'.repeat(20)}`,
          bytes: message(sequence, sequence),
          reason: `event ${sequence} breaks a bound`,
        })),
      );
    },
  );

  it('never reach the applier when they violate their classes; the others do', async () => {
    const events = [eventAt(4), { ...eventAt(5), amountMicros: '5' }, eventAt(6), { type: 'funds.credited.v1' }, eventAt(8)];
    await publish(1, 3, message(1, 3));
    await publish(4, 8, Buffer.from(JSON.stringify({ source: 'clob', firstSequence: 4, facts: events })));
    await publish(9, 9, message(9, 9));
    consumer.start();
    await until('all is settled', () => tables.lastApplied === 9);
    expect(tables.applied).toEqual([1, 2, 3, 4, 6, 8, 9]);
    expect(tables.deadLetters.map(({ firstSequence, reason }) => [firstSequence, reason])).toEqual([
      [5, 'funds.credited.v1: amountMicros must be a whole number of 0 or more'],
      [7, 'funds.credited.v1: at must be a whole number of 0 or more'],
    ]);
    // A consumer that starts before a dead-lettered event reads it again, and does not judge it a second time.
    await consumer.stop();
    consumer.start();
    await publish(10, 10, message(10, 10));
    await until('what follows is applied', () => tables.lastApplied === 10);
    expect(tables.deadLetters).toHaveLength(2);
  });

  it.each(['before', 'after'] as const)('are dead-lettered once when the process ends %s the row is written', async (moment) => {
    tables.faultIn = isBad;
    tables.crash = moment;
    journal.commitMany(20);
    relay.start();
    consumer.start();
    await settled();
    const bad = BAD.filter((sequence) => sequence <= journal.head);
    expect(tables.crash).toBeNull();
    expect(tables.deadLetters.map(({ firstSequence }) => firstSequence)).toEqual(bad);
    expect(tables.applied).toEqual(everythingBut(bad));
  });

  it('are dead-lettered as received when their message is unreadable, and the next ones are applied', async () => {
    await publish(1, 3, message(1, 3));
    await publish(4, 9, Buffer.from('{"source":"clob"'));
    await publish(10, 11, message(10, 11));
    consumer.start();
    await until('the rest is applied', () => tables.lastApplied === 11);
    expect(tables.applied).toEqual([1, 2, 3, 10, 11]);
    expect(tables.deadLetters).toMatchObject([
      {
        firstSequence: 4,
        lastSequence: 9,
        type: '',
        bytes: Buffer.from('{"source":"clob"'),
        reason: 'not an event message: the bytes are not UTF-8 JSON',
      },
    ]);
  });

  it.each([
    ['a database that is away', (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a transaction that was ended', (): Error => Object.assign(new Error('deadlock'), { severity: 'ERROR', code: '40P01' })],
    ['a type of a newer version', (): Error => new Error('no handler for event order.accepted.v9')],
  ])('wait, and are not dead-lettered, on %s', async (_, fault) => {
    let failures = 0;
    tables.faultIn = (sequence) => {
      if (sequence !== 5 || failures >= 3) return null;
      failures += 1;
      return fault();
    };
    journal.commitMany(20);
    relay.start();
    consumer.start();
    await settled();
    expect(failures).toBe(3);
    expect(tables.deadLetters).toEqual([]);
    expect(tables.applied).toEqual(everythingBut([]));
  });

  it.each([
    ['values that PostgreSQL cannot keep', Object.assign(new Error('out of range'), { severity: 'ERROR', code: '22003' })],
    ['a unique index', Object.assign(new Error('duplicate key'), { severity: 'ERROR', code: '23505' })],
    ['fields that are not there', new TypeError("Cannot read properties of undefined (reading 'length')")],
  ])('are at fault on %s', async (_, fault) => {
    tables.faultIn = (sequence) => (sequence === 2 ? fault : null);
    journal.commitMany(3);
    relay.start();
    consumer.start();
    await settled();
    expect(tables.deadLetters).toMatchObject([{ firstSequence: 2, reason: fault.message }]);
    expect(tables.applied).toEqual(everythingBut([2]));
  });
});
