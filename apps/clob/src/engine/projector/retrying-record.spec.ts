import { CommitMaker } from '../../testing/commit-rows';
import { ALICE, credit } from '../../testing/writer-world';
import { simulatedRecord } from '../../simulation/record-session';
import { SimulatedRecord } from '../../simulation/simulated-record';
import type { CommitBatch } from '../journal/batch';
import { FencedOut } from '../journal/commit.query';
import type { TradingRecord } from '../trading-record';
import { RetryingRecord } from './retrying-record';
import { CommitRange } from './commit-range';

const AT_ONCE = { request: async <T>(work: () => T): Promise<T> => work() };
const ofDatabase = (code: string): Error => Object.assign(new Error(`error ${code}`), { severity: 'ERROR', code });

describe('a projection that fails', () => {
  let server: SimulatedRecord;
  let commitRange: CommitRange;
  let tries: number;
  let lines: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    server = new SimulatedRecord({ raised: () => undefined, committed: () => undefined });
    server.raiseProjectorEpoch(server.raiseWriterEpoch());
    const batch = new CommitMaker().batch([credit(ALICE, 'a')]);
    server.commit(batch);
    commitRange = new CommitRange();
    commitRange.add(batch.rows);
    [tries, lines] = [0, []];
  });
  afterEach(() => jest.useRealTimers());

  /** The record of epoch 1; `meanwhile` runs in the first attempts, one after the other. */
  function retrying(...meanwhile: ((record: TradingRecord) => Promise<void>)[]): RetryingRecord {
    const record = simulatedRecord(1, server, AT_ONCE);
    const once: TradingRecord['record'] = async (from, written) => {
      tries += 1;
      const happens = meanwhile[tries - 1];
      await (happens === undefined ? record.record(from, written) : happens(record));
    };
    const logger = { log: () => undefined, warn: ({ msg }: { readonly msg: string }) => void lines.push(msg) };
    return new RetryingRecord({ ...record, record: once }, { monotonic: () => Date.now(), logger });
  }
  const fails = (cause: Error) => (): Promise<void> => Promise.reject(cause);
  const outcome = async (record: RetryingRecord): Promise<unknown> => {
    const written = record.record.record(0, commitRange).then(
      () => 'written',
      (cause: unknown) => cause,
    );
    await jest.advanceTimersByTimeAsync(2_000);
    return written;
  };

  it.each(['55P03', '40P01', '57014', '57P01', '53100', '53300', '08006', '42501'])(
    'is retried after PostgreSQL reports %s',
    async (code) => {
      const record = retrying(fails(ofDatabase(code)));
      expect(await outcome(record)).toBe('written');
      expect([tries, record.failure, server.head('recorder').commitNumber]).toEqual([2, null, 1]);
    },
  );

  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('is retried after: %s', async (cause) => {
    expect([await outcome(retrying(fails(cause))), tries]).toEqual(['written', 2]);
  });

  it.each([ofDatabase('22003'), ofDatabase('23502'), ofDatabase('XX001'), new TypeError('no number'), new FencedOut(1)])(
    'is not retried after: %s',
    async (cause) => {
      expect([await outcome(retrying(fails(cause))), tries]).toEqual([cause, 1]);
    },
  );

  it('retries commits only where PostgreSQL has no space', async () => {
    const record = simulatedRecord(1, server, AT_ONCE);
    const commit = jest.fn<Promise<void>, [CommitBatch]>().mockRejectedValueOnce(ofDatabase('53100')).mockResolvedValue();
    const logger = { log: () => undefined, warn: () => undefined };
    const tried = new RetryingRecord({ ...record, commit }, { monotonic: () => Date.now(), logger });
    const batch = new CommitMaker().batch([credit(ALICE, 'b')]);
    const committed = tried.record.commit(batch);
    await jest.advanceTimersByTimeAsync(100);
    expect(tried.noCapacity).toBe('PostgreSQL has no disk space or memory: error 53100');
    await jest.advanceTimersByTimeAsync(1_000);
    await committed;
    expect([tried.noCapacity, commit.mock.calls.length]).toEqual([null, 2]);
    for (const cause of [ofDatabase('40001'), new Error('Connection terminated unexpectedly'), new FencedOut(1)]) {
      commit.mockRejectedValueOnce(cause);
      await expect(tried.record.commit(batch)).rejects.toBe(cause);
    }
  });

  it('is preceded by reads that are retried as well: a full disk refuses connections', async () => {
    const record = simulatedRecord(1, server, AT_ONCE);
    const head = jest.fn(record.head).mockRejectedValueOnce(ofDatabase('53100'));
    const logger = { log: () => undefined, warn: ({ msg }: { readonly msg: string }) => void lines.push(msg) };
    const tried = new RetryingRecord({ ...record, head }, { monotonic: () => Date.now(), logger });
    const read = tried.record.head('journal_head');
    await jest.advanceTimersByTimeAsync(100);
    expect([tried.failure, lines.length]).toEqual(['error 53100', 1]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect((await read).commitNumber).toBe(1);
    expect([tried.failure, head.mock.calls.length]).toEqual([null, 2]);
  });

  it('is done when it succeeded and only the reply was lost', async () => {
    const lost = async (record: TradingRecord): Promise<void> => {
      await record.record(0, commitRange);
      throw ofDatabase('08006');
    };
    expect([await outcome(retrying(lost)), tries, server.head('recorder').commitNumber]).toEqual(['written', 2, 1]);
  });

  it('ends when another writer has taken over in the meantime', async () => {
    const deposed = (): Promise<void> => {
      server.raiseProjectorEpoch(server.raiseWriterEpoch());
      return Promise.reject(ofDatabase('55P03'));
    };
    expect(await outcome(retrying(deposed))).toBeInstanceOf(FencedOut);
    expect(server.head('recorder').commitNumber).toBe(0);
  });

  it('shows the reason while it lasts, and logs it once', async () => {
    const record = retrying(...Array.from({ length: 3 }, () => fails(ofDatabase('55P03'))));
    const written = outcome(record);
    await jest.advanceTimersByTimeAsync(10);
    expect([record.failure, lines]).toEqual(['error 55P03', ['the tables cannot be written now: retrying']]);
    await written;
    expect([record.failure, lines.length, tries]).toEqual([null, 1, 4]);
  });
});
