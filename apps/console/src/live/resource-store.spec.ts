import { ResourceStore } from './resource-store';
import { ServiceError } from './service-error';

/** Responses that the test sends, in the order of the requests. */
class ManualReads {
  readonly asked: string[] = [];
  private readonly open: { resolve: (data: unknown) => void; reject: (error: Error) => void }[] = [];

  readonly read = (address: string): Promise<unknown> => {
    this.asked.push(address);
    return new Promise((resolve, reject) => this.open.push({ resolve, reject }));
  };

  async answer(data: unknown): Promise<void> {
    this.open.shift()?.resolve(data);
    await settled();
  }

  async fail(error: Error): Promise<void> {
    this.open.shift()?.reject(error);
    await settled();
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const REFUSED = new ServiceError('no', { status: 400, code: 'invalid' });
const SILENT = new ServiceError('silent', { status: 0, code: 'no_answer' });

describe('ResourceStore', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function begun(): { reads: ManualReads; store: ResourceStore } {
    const reads = new ManualReads();
    return { reads, store: new ResourceStore(reads.read, () => Date.now()) };
  }

  it('requests once for any number of readers, and notifies all', async () => {
    const { reads, store } = begun();
    const readers = [jest.fn(), jest.fn()];
    readers.forEach((reader) => store.follow('/a', 0, reader));
    await reads.answer('data');
    expect(reads.asked).toEqual(['/a']);
    readers.forEach((reader) => expect(reader).toHaveBeenCalledTimes(1));
    expect(store.known('/a')).toEqual({ data: 'data', error: null });
  });

  it('refreshes at the shortest interval of its readers, until there are none', async () => {
    const { reads, store } = begun();
    const stops = [0, 5_000, 2_000].map((millis) => store.follow('/a', millis, () => undefined));
    await reads.answer(1);
    jest.advanceTimersByTime(2_000);
    expect(reads.asked).toHaveLength(2);
    await reads.answer(2);
    stops.forEach((stop) => stop());
    jest.advanceTimersByTime(60_000);
    expect(reads.asked).toHaveLength(2);
  });

  it('keeps the data when a later attempt fails, with the error, and retries with growing delays', async () => {
    const { reads, store } = begun();
    store.follow('/a', 1_000, () => undefined);
    await reads.answer('old');
    jest.advanceTimersByTime(1_000);
    await reads.fail(SILENT);
    expect(store.known('/a')).toEqual({ data: 'old', error: SILENT });
    jest.advanceTimersByTime(1_000);
    await reads.fail(SILENT);
    jest.advanceTimersByTime(1_999);
    expect(reads.asked).toHaveLength(3);
    jest.advanceTimersByTime(1);
    expect(reads.asked).toHaveLength(4);
    await reads.answer('new');
    expect(store.known('/a')).toEqual({ data: 'new', error: null });
  });

  it('retries within seconds what is refreshed once a minute', async () => {
    const { reads, store } = begun();
    store.follow('/a', 60_000, () => undefined);
    await reads.fail(SILENT);
    jest.advanceTimersByTime(5_000);
    expect(reads.asked).toHaveLength(2);
    await reads.answer('new');
    jest.advanceTimersByTime(59_999);
    expect(reads.asked).toHaveLength(2);
  });

  it('does not repeat a final refusal', async () => {
    const { reads, store } = begun();
    store.follow('/a', 1_000, () => undefined);
    await reads.fail(REFUSED);
    jest.advanceTimersByTime(60_000);
    expect(reads.asked).toHaveLength(1);
  });

  it('reuses a recent response when a reader returns', async () => {
    const { reads, store } = begun();
    const stop = store.follow('/a', 0, () => undefined);
    await reads.answer(1);
    stop();
    store.follow('/a', 0, () => undefined);
    expect(reads.asked).toHaveLength(1);
    jest.setSystemTime(Date.now() + 6_000);
    store.follow('/a', 0, () => undefined);
    expect(reads.asked).toHaveLength(2);
  });

  it('refreshes everything that has readers on request, and nothing else', async () => {
    const { reads, store } = begun();
    const stop = store.follow('/left', 0, () => undefined);
    store.follow('/seen', 0, () => undefined);
    await reads.answer(1);
    await reads.answer(2);
    stop();
    store.askAll();
    expect(reads.asked).toEqual(['/left', '/seen', '/seen']);
  });
});
