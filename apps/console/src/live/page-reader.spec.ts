import type { Page } from './page-list';
import { PageReader } from './page-reader';
import { ServiceError } from './service-error';

type Answer = Page<string> | Error;

/** Pages by address, which the test changes. */
class Service {
  readonly asked: string[] = [];

  constructor(readonly pages: Map<string, Answer>) {}

  readonly read = async (address: string): Promise<Page<string>> => {
    this.asked.push(address);
    const page = this.pages.get(address);
    if (page === undefined || page instanceof Error) throw page ?? new Error(`nothing at ${address}`);
    return page;
  };
}

function readerOf(service: Service, refreshMillis = 0): PageReader<Page<string>, string> {
  const shape = { addressOf: (cursor: string | null) => cursor ?? 'first', pageOf: (page: Page<string>) => page, keyOf: String };
  return new PageReader({ ...shape, refreshMillis }, service.read);
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('PageReader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reads to the end, and no further', async () => {
    const service = new Service(
      new Map([
        ['first', { rows: ['c', 'b'], next: 'second' }],
        ['second', { rows: ['a'], next: null }],
      ]),
    );
    const reader = readerOf(service);
    reader.follow(() => undefined);
    await settled();
    reader.readMore();
    await settled();
    reader.readMore();
    await settled();
    const first = { rows: ['c', 'b'], next: 'second' };
    expect(reader.known()).toEqual({ first, list: { rows: ['c', 'b', 'a'], next: null }, isReading: false, error: null });
    expect(service.asked).toEqual(['first', 'second']);
  });

  it('reads all pages again where rows move, so that no removed row and no duplicate is shown', async () => {
    const service = new Service(
      new Map<string, Answer>([
        ['first', { rows: ['d', 'c'], next: 'second' }],
        ['second', { rows: ['b'], next: 'third' }],
      ]),
    );
    const shape = {
      addressOf: (cursor: string | null) => cursor ?? 'first',
      pageOf: (page: Page<string>) => page,
      keyOf: String,
    };
    const reader = new PageReader({ ...shape, moves: true, refreshMillis: 1_000 }, service.read);
    reader.follow(() => undefined);
    await settled();
    reader.readMore();
    await settled();
    service.pages.set('first', { rows: ['b', 'd'], next: 'second' });
    service.pages.set('second', { rows: ['d', 'a'], next: 'third' });
    jest.advanceTimersByTime(1_000);
    await settled();
    expect(reader.known().list).toEqual({ rows: ['b', 'd', 'a'], next: 'third' });
  });

  it('reads its first page again and prepends new rows', async () => {
    const service = new Service(new Map<string, Answer>([['first', { rows: ['b', 'a'], next: 'x' }]]));
    const reader = readerOf(service, 1_000);
    reader.follow(() => undefined);
    await settled();
    service.pages.set('first', { rows: ['c', 'b'], next: 'y' });
    jest.advanceTimersByTime(1_000);
    await settled();
    expect(reader.known().list).toEqual({ rows: ['c', 'b', 'a'], next: 'x' });
  });

  it('keeps its rows when a later read fails, reports it, and retries', async () => {
    const service = new Service(new Map<string, Answer>([['first', { rows: ['a'], next: null }]]));
    const reader = readerOf(service, 1_000);
    reader.follow(() => undefined);
    await settled();
    service.pages.set('first', new Error('away'));
    jest.advanceTimersByTime(1_000);
    await settled();
    expect(reader.known()).toMatchObject({ list: { rows: ['a'] }, error: new Error('away') });
    service.pages.set('first', { rows: ['b', 'a'], next: null });
    jest.advanceTimersByTime(5_000);
    await settled();
    expect(reader.known()).toMatchObject({ list: { rows: ['b', 'a'] }, error: null });
  });

  it('does not repeat what is refused for good until displayed data may be outdated', async () => {
    const refusal = new ServiceError('no such user', { status: 404, code: 'not_found' });
    const service = new Service(new Map<string, Answer>([['first', refusal]]));
    const reader = readerOf(service, 1_000);
    reader.follow(() => undefined);
    await settled();
    jest.advanceTimersByTime(60_000);
    await settled();
    expect([service.asked, reader.known().error]).toEqual([['first'], refusal]);
    service.pages.set('first', { rows: ['a'], next: 'gone' });
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(reader.known()).toMatchObject({ list: { rows: ['a'] }, error: null });
    service.pages.set('gone', refusal);
    reader.readMore();
    await settled();
    expect(reader.known().error).toBe(refusal);
    jest.advanceTimersByTime(5_000);
    await settled();
    expect(reader.known().error).toBeNull();
  });

  it('reads its first page again at once when displayed data may be outdated, while it has readers', async () => {
    const service = new Service(new Map<string, Answer>([['first', { rows: ['a'], next: null }]]));
    const stop = readerOf(service).follow(() => undefined);
    await settled();
    window.dispatchEvent(new Event('offline'));
    await settled();
    stop();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(service.asked).toEqual(['first', 'first']);
  });

  it('requests nothing without readers', async () => {
    const service = new Service(new Map<string, Answer>([['first', { rows: ['a'], next: null }]]));
    const stop = readerOf(service, 1_000).follow(() => undefined);
    await settled();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(service.asked).toEqual(['first']);
  });
});
