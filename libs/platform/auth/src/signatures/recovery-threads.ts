import { Worker } from 'node:worker_threads';
import type { Crypto } from '@foretell/crypto';
import { FairQueue, type Party } from '@foretell/platform-server';
import { recoverSigner, type Recovery } from '@foretell/signing';
import { Logger } from '@nestjs/common';
import { questionsOf, recoveriesOf, type RecoveryMessage, type Signed } from './recovery-bytes';

/** Delay before a thread that ended is replaced: the cause may recur. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Passing work to a thread costs both threads together about as much as a signature: fewer than this are recovered on the main
 * thread.
 */
const HANDED_OVER_MIN = 4;

/** Requests per thread: the next one is ready when it finishes one. A thread processes its requests in order. */
const IN_HAND_MAX = 2;

interface Asked {
  readonly signed: readonly Signed[];
  readonly resolve: (done: readonly Recovery[]) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Asked>;
}

const NOBODY: Party = { address: '', account: '' };

/**
 * Recovers signers on separate threads, if configured. A request's signatures, unless they are few, go together to the thread
 * with the fewest requests. Networks, and the wallets of each, take turns for a thread. Requests of a thread that ended are
 * recovered on the main thread, as are all while none runs: a request never fails because of threads. They start on first use.
 */
export class RecoveryThreads {
  private readonly logger = new Logger(RecoveryThreads.name);
  private readonly threads = new Set<Thread>();
  private readonly queue = new FairQueue<Asked>();
  private nextId = 0;
  private startAt = 0;
  private stopped = false;

  /** @param count 0 for none: everything runs on the caller's thread */
  constructor(
    private readonly count: number,
    private readonly crypto: Crypto,
    private readonly open = (): Worker => new Worker(require.resolve('./recovery-thread')),
  ) {}

  /** As recoverSigner, in the given order. */
  async recoverAll(signed: readonly Signed[], party: Party = NOBODY): Promise<readonly Recovery[]> {
    if (this.count === 0 || signed.length < HANDED_OVER_MIN) return this.here(signed);
    if (this.threads.size < this.count && !this.stopped && performance.now() >= this.startAt) this.start();
    if (this.threads.size === 0) return this.here(signed);
    return new Promise((resolve) => {
      this.queue.push(party, { signed, resolve });
      this.handOver();
    });
  }

  /** The number of running threads. */
  get running(): number {
    return this.threads.size;
  }

  /** Ends the threads; their requests are recovered on the main thread. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.threads].map(({ worker }) => worker.terminate()));
  }

  private handOver(): void {
    for (let thread = this.idlest(); thread !== undefined && thread.waiting.size < IN_HAND_MAX; thread = this.idlest()) {
      const asked = this.queue.shift();
      if (asked === undefined) return;
      const id = (this.nextId += 1);
      thread.waiting.set(id, asked);
      const bytes = questionsOf(asked.signed);
      const message: RecoveryMessage = { id, bytes };
      thread.worker.postMessage(message, [bytes.buffer]);
    }
  }

  private here(signed: readonly Signed[]): readonly Recovery[] {
    return signed.map(({ signature, digest }) => recoverSigner(signature, digest, this.crypto));
  }

  private idlest(): Thread | undefined {
    let idlest: Thread | undefined;
    for (const thread of this.threads) {
      if (idlest === undefined || thread.waiting.size < idlest.waiting.size) idlest = thread;
    }
    return idlest;
  }

  private start(): void {
    while (this.threads.size < this.count) {
      const thread: Thread = { worker: this.open(), waiting: new Map() };
      this.threads.add(thread);
      thread.worker.unref();
      thread.worker.on('message', ({ id, bytes }: RecoveryMessage) => {
        const asked = thread.waiting.get(id);
        thread.waiting.delete(id);
        this.handOver();
        asked?.resolve(recoveriesOf(bytes));
      });
      thread.worker.on('error', (cause) => this.logger.error({ msg: 'a signature thread has failed', err: cause }));
      thread.worker.once('exit', () => this.ended(thread));
    }
  }

  private ended(thread: Thread): void {
    this.threads.delete(thread);
    this.startAt = performance.now() + AGAIN_AFTER_MS;
    const left = this.threads.size === 0 ? this.queue.take(Infinity) : [];
    for (const { signed, resolve } of [...thread.waiting.values(), ...left]) resolve(this.here(signed));
    thread.waiting.clear();
    this.handOver();
  }
}
