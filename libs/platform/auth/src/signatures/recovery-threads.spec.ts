import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loadCrypto, walletFromPrivateKey } from '@foretell/crypto';
import { recoverSigner, writeHex, type Recovery } from '@foretell/signing';
import type { RecoveryMessage, Signed } from './recovery-bytes';
import { RecoveryThreads } from './recovery-threads';

const THREAD = join(__dirname, '../../../../../tools/test-modules/thread.cjs');

function fromSources(): Worker {
  return new Worker(THREAD, { argv: [join(__dirname, 'recovery-thread.ts')], execArgv: ['--conditions', '@foretell/source'] });
}

const opened: Worker[] = [];
const pools: RecoveryThreads[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  opened.length = 0;
});

async function poolOf(count: number, open = fromSources): Promise<RecoveryThreads> {
  const pool = new RecoveryThreads(count, await loadCrypto(), () => {
    const worker = open();
    opened.push(worker);
    return worker;
  });
  pools.push(pool);
  return pool;
}

/** Valid signatures of three wallets, an impossible one, and one with a high s. */
async function mixed(count: number): Promise<Signed[]> {
  const wallets = await Promise.all(['17', '18', '19'].map((byte) => walletFromPrivateKey(`0x${byte.repeat(32)}`)));
  return Array.from({ length: count }, (_, index) => {
    const text = wallets[index % 3]?.signClobAuth({ timestamp: String(index), nonce: 0n }, 137) ?? '';
    const [signature, digest] = [new Uint8Array(65), new Uint8Array(32).fill(index)];
    writeHex(text, signature, 0, 65);
    if (index % 5 === 3) signature.fill(0, 0, 32);
    if (index % 5 === 4) signature.fill(0xff, 32, 64);
    return { signature, digest };
  });
}

async function expected(signed: readonly Signed[]): Promise<readonly Recovery[]> {
  const crypto = await loadCrypto();
  return signed.map(({ signature, digest }) => recoverSigner(signature, digest, crypto));
}

it('processes many requests on two threads, each in its own order', async () => {
  const pool = await poolOf(2);
  const requests = await Promise.all(Array.from({ length: 40 }, (_, index) => mixed(1 + (index % 15))));
  const answers = await Promise.all(requests.map((signed) => pool.recoverAll(signed)));
  expect(pool.running).toBe(2);
  expect(answers).toEqual(await Promise.all(requests.map(expected)));
  expect(new Set(answers.flat().map((answer) => (answer.ok ? 'ok' : answer.reason)))).toEqual(
    new Set(['ok', 'unrecoverable', 'high_s']),
  );
});

it('recovers on the main thread without threads', async () => {
  const signed = await mixed(5);
  const pool = await poolOf(0);
  expect(await pool.recoverAll(signed)).toEqual(await expected(signed));
  expect(opened).toEqual([]);
});

it('recovers small requests on the main thread', async () => {
  const signed = await mixed(3);
  const pool = await poolOf(2);
  expect(await pool.recoverAll(signed)).toEqual(await expected(signed));
  expect(opened).toEqual([]);
});

it('recovers on the main thread the requests of a thread that ended', async () => {
  const pool = await poolOf(2);
  const requests = await Promise.all([mixed(15), mixed(15), mixed(15)]);
  const answering = Promise.all(requests.map((signed) => pool.recoverAll(signed)));
  await Promise.all(opened.map((worker) => worker.terminate()));
  expect(await answering).toEqual(await Promise.all(requests.map(expected)));
  expect(pool.running).toBe(0);
});

it('continues on the main thread while its threads cannot start', async () => {
  const pool = await poolOf(2, () => new Worker('throw new Error("no such library")', { eval: true }));
  const signed = await mixed(15);
  expect(await pool.recoverAll(signed)).toEqual(await expected(signed));
  expect(await pool.recoverAll(signed)).toEqual(await expected(signed));
});

it('finishes pending requests when it is stopped, and opens no thread afterwards', async () => {
  const pool = await poolOf(2);
  const signed = await mixed(15);
  const answering = pool.recoverAll(signed);
  await pool.stop();
  expect(await answering).toEqual(await expected(signed));
  expect(await pool.recoverAll(signed)).toEqual(await expected(signed));
  expect(pool.running).toBe(0);
  expect(opened).toHaveLength(2);
});

/** A thread that responds on command, and records its requests. */
class SlowThread extends EventEmitter {
  readonly asked: RecoveryMessage[] = [];
  unref = (): void => undefined;
  postMessage = (message: RecoveryMessage): void => void this.asked.push(message);
  terminate = (): Promise<number> => Promise.resolve(Number(this.emit('exit', 0)));
  answerNext(): void {
    const message = this.asked.shift();
    if (message === undefined) throw new Error('nothing was asked');
    this.emit('message', { id: message.id, bytes: new Uint8Array(0) });
  }
}

it('serves networks in turns, for any number of requests of one network', async () => {
  const thread = new SlowThread();
  const pool = await poolOf(1, () => thread as unknown as Worker);
  const signed = await mixed(15);
  const done: string[] = [];
  const ask = (address: string, account: string): Promise<unknown> =>
    pool.recoverAll(signed, { address, account }).then(() => done.push(account));
  const asking = Array.from({ length: 9 }, (_, at) => ask('flood', `flood ${at}`));
  asking.push(ask('honest', 'honest'));
  for (let answered = 0; answered < 5; answered += 1) {
    expect(thread.asked.length).toBeLessThanOrEqual(2);
    thread.answerNext();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(done).toEqual(['flood 0', 'flood 1', 'flood 2', 'honest', 'flood 3']);
  // Requests that wait when the thread ends are recovered on the main thread.
  await thread.terminate();
  await Promise.all(asking);
  expect(done).toHaveLength(10);
});
