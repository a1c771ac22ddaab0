import { encodeMessage, eventStream, lastSequence, sequenced, type EventMessage, type TradingEvent } from '@foretell/contracts';
import { headers } from 'nats';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import type { EventApplier, EventPlace } from './event-applier';
import type { RefusedEvents } from '../dead-letters/bad-event';
import { ArrayJournal, eventAt } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

/** The events passed to the applier, and the last sequence. */
class Tables implements EventApplier<'clob'> {
  readonly passesOver = new Set(['order.closed.v1']);
  readonly applied: number[] = [];
  readonly deadLetters: number[] = [];
  appliedTo = 0;

  checkpoint(): Promise<EventPlace> {
    return Promise.resolve({ sequence: this.appliedTo, lineage: null });
  }

  adopt(): Promise<void> {
    return Promise.resolve();
  }

  apply(messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
    for (const message of messages) {
      if (message.firstSequence !== this.appliedTo + 1) return Promise.reject(new Error('the checkpoint has moved'));
      this.appliedTo = lastSequence(message);
    }
    this.applied.push(...[...sequenced<'clob'>(messages)].map(({ sequence }) => sequence));
    return Promise.resolve();
  }

  deadLetter({ firstSequence, lastSequence: last }: RefusedEvents): Promise<void> {
    this.deadLetters.push(firstSequence);
    this.appliedTo = last;
    return Promise.resolve();
  }
}

/** Violates its class: a consumer that checked it would dead-letter it. */
const CLOSED = { type: 'order.closed.v1', at: 'never' } as unknown as TradingEvent;
const BAD_CREDIT = { ...eventAt(1), amountMicros: 'much' } as unknown as TradingEvent;

describe('event types that a consumer skips', () => {
  let stage: Stage;
  let tables: Tables;
  let relay: EventRelay;
  let consumer: EventConsumer<'clob'>;

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    tables = new Tables();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal: new ArrayJournal(), logger: stage.logger });
    consumer = new EventConsumer({ link: stage.link, source: 'clob', durable: 'data', applier: tables, logger: stage.logger });
    relay.start();
    await until('the stream is there', async () => (await stage.streamLength().catch(() => -1)) === 0);
  });
  afterEach(async () => {
    await consumer.stop();
    await relay.stop();
    await stage.end();
  });

  const publish = async (firstSequence: number, events: readonly TradingEvent[]): Promise<void> => {
    const id = headers();
    id.set('Nats-Msg-Id', `clob-${firstSequence}-${firstSequence + events.length - 1}`);
    const { subject } = eventStream(stage.settings.prefix, 'clob');
    const bytes = encodeMessage({ source: 'clob', firstSequence, facts: events });
    await (await stage.connection()).jetstream().publish(subject, bytes, { headers: id });
  };

  it('are neither passed on nor checked, and the checkpoint moves past them', async () => {
    await publish(1, [CLOSED, eventAt(2), CLOSED]);
    await publish(4, [CLOSED, CLOSED]);
    await publish(6, [eventAt(6), CLOSED, eventAt(8), CLOSED]);
    consumer.start();
    await until('all is settled', () => tables.appliedTo === 9);
    expect(tables.applied).toEqual([2, 6, 8]);
    expect(tables.deadLetters).toEqual([]);
  });

  it('are not dead-lettered either when a neighbouring event is', async () => {
    await publish(1, [CLOSED, eventAt(2), CLOSED, BAD_CREDIT, CLOSED, eventAt(6), CLOSED]);
    consumer.start();
    await until('all is settled', () => tables.appliedTo === 7);
    expect(tables.applied).toEqual([2, 6]);
    expect(tables.deadLetters).toEqual([4]);
  });
});
