import { Controller, Module, type INestApplication, type Type } from '@nestjs/common';
import type { EventMessage, TradingEvent } from '@foretell/contracts';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { BadEvent, type RefusedEvents } from '../dead-letters/bad-event';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';
import { EventBatch } from './event-batch';
import { EventServer } from './event-server';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';

jest.setTimeout(30_000);

const BAD = 5;

/** A table that refuses one event. */
class Table extends RecordingApplier {
  readonly reasons: string[] = [];
  refuses = true;

  override apply(batch: readonly EventMessage<TradingEvent>[]): Promise<void> {
    const isBad = batch.some(({ firstSequence, facts: events }) => firstSequence <= BAD && firstSequence + events.length > BAD);
    return this.refuses && isBad ? Promise.reject(new BadEvent('it breaks a bound')) : super.apply(batch);
  }

  async deadLetter({ firstSequence, reason }: RefusedEvents): Promise<void> {
    this.applied.push(firstSequence);
    this.reasons.push(reason);
  }
}

let table: Table;
let handled = 0;

@Controller()
class TradingEvents {
  @EventBatch('clob')
  trading(batch: readonly EventMessage<TradingEvent>[]): Promise<void> {
    handled += 1;
    return table.apply(batch);
  }
}

@Controller()
class CatalogEvents {
  @EventBatch('gamma')
  async catalog(): Promise<void> {}
}

describe('events for a controller', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;

  beforeEach(async () => {
    table = new Table();
    handled = 0;
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
  });
  afterEach(async () => {
    await relay.stop();
    await stage.end();
  });

  const serviceOf = async (controllers: Type<object>[], prepared?: Promise<void>): Promise<INestApplication> => {
    @Module({ controllers })
    class Service {}
    const app = (await Test.createTestingModule({ imports: [Service] }).compile()).createNestApplication({ logger: false });
    const consumer = new EventConsumer({
      link: stage.link,
      source: 'clob',
      durable: 'data',
      applier: table,
      logger: stage.logger,
    });
    const strategy = new EventServer([consumer], prepared);
    app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
    return app;
  };

  it("arrive in batches, in order, and a bad one is dead-lettered with the handler's reason", async () => {
    const app = await serviceOf([TradingEvents]);
    journal.commitMany(120);
    relay.start();
    await app.startAllMicroservices();
    await until('all are applied', () => table.applied.length >= journal.head);
    await app.close();
    expect(table.holdsExactly(journal.head)).toBe(true);
    expect(table.reasons).toEqual(['it breaks a bound']);
    // Only the events of the refused batch came one by one.
    expect(Math.max(...table.batchSizes)).toBeGreaterThan(1);
    expect(handled).toBeGreaterThanOrEqual(table.batchSizes.length + 1);
  });

  it('wait until the service is prepared', async () => {
    let settle = (): void => undefined;
    const app = await serviceOf([TradingEvents], new Promise((resolve) => (settle = resolve)));
    table.refuses = false;
    journal.commitMany(9);
    relay.start();
    await app.startAllMicroservices();
    await until('they are on the stream', async () => (await stage.streamLength()) > 0);
    expect(handled).toBe(0);
    settle();
    await until('all are applied', () => table.applied.length >= journal.head);
    await app.close();
  });

  it('are applied up to the end of the batch in progress when the service stops', async () => {
    const app = await serviceOf([TradingEvents]);
    table.refuses = false;
    let release = (): void => undefined;
    table.gate = new Promise((resolve) => (release = resolve));
    journal.commitMany(3);
    relay.start();
    await app.startAllMicroservices();
    await until('a batch is under way', () => handled === 1);
    relay.notify(journal.commit(2));
    const closed = app.close();
    release();
    await closed;
    expect(handled).toBe(1);
    expect(table.batchSizes).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(handled).toBe(1);
  });

  it.each([
    ['without a handler of a source that it consumes', [], 'nothing handles clob.*'],
    ['with two handlers of one source', [TradingEvents, class Second extends TradingEvents {}], 'clob.* has two handlers'],
    ['with a handler of a source that it does not consume', [TradingEvents, CatalogEvents], 'nothing consumes gamma.*'],
  ])('%s a service does not start', async (_, controllers, fault) => {
    for (const controller of controllers) Controller()(controller);
    const app = await serviceOf(controllers);
    await expect(app.startAllMicroservices()).rejects.toThrow(`the consumers of events cannot start: ${fault}`);
    await app.close();
  });
});
