import { Worker } from 'node:worker_threads';
import type { Crypto } from '@foretell/crypto';
import { FairQueue, type Party } from '@foretell/platform-server';
import { recoverSigner, type Recovery } from '@foretell/signing';
import { Logger } from '@nestjs/common';
import { questionsOf, recoveriesOf, type RecoveryMessage, type Signed } from './recovery-bytes';

/** A thread that ended is followed by another, not sooner: what ends one may end the next. */
const AGAIN_AFTER_MS = 1_000;

/** A hand-over costs both threads together about as much as a signature: fewer than this are answered here. */
const HANDED_OVER_MIN = 4;

/** Requests that a thread has: the next one is there when it has done one. What is with a thread goes in its order. */
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
 * Who signed what, on threads of their own where there are some: a request's signatures, unless they are few, go together to the
 * thread that has the fewest requests. Networks, and the wallets of each, take turns for a thread. What a thread was asked that
 * ended is answered on this one, and so is everything while none runs: a request never fails by them. They begin when they are
 * first asked.
 */
export class RecoveryThreads {
  private readonly logger = new Logger(RecoveryThreads.name);
  private readonly threads = new Set<Thread>();
  private readonly queue = new FairQueue<Asked>();
  private nextId = 0;
  private startAt = 0;
  private stopped = false;

  /** @param count 0 for none: all is answered on the caller's thread */
  constructor(
    private readonly count: number,
    private readonly crypto: Crypto,
    private readonly open = (): Worker => new Worker(require.resolve('./recovery-thread')),
  ) {}

  /** As recoverSigner, in the order in which they are given. */
  async recoverAll(signed: readonly Signed[], party: Party = NOBODY): Promise<readonly Recovery[]> {
    if (this.count === 0 || signed.length < HANDED_OVER_MIN) return this.here(signed);
    if (this.threads.size < this.count && !this.stopped && performance.now() >= this.startAt) this.start();
    if (this.threads.size === 0) return this.here(signed);
    return new Promise((resolve) => {
      this.queue.push(party, { signed, resolve });
      this.handOver();
    });
  }

  /** How many run now. */
  get running(): number {
    return this.threads.size;
  }

  /** Ends the threads; what they were asked is answered here. */
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
      thread.worker.on('error', (cause) => this.logger.error({ msg: 'a thread for signatures has failed', err: cause }));
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
