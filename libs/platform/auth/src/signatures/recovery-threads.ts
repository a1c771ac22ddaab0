import { Worker } from 'node:worker_threads';
import type { Crypto } from '@foretell/crypto';
import { recoverSigner, type Recovery } from '@foretell/signing';
import { Logger } from '@nestjs/common';
import { questionsOf, recoveriesOf, type RecoveryMessage, type Signed } from './recovery-bytes';

/** A thread that ended is followed by another, not sooner: what ends one may end the next. */
const AGAIN_AFTER_MS = 1_000;

/** A hand-over costs both threads together about as much as a signature: fewer than this are answered here. */
const HANDED_OVER_MIN = 4;

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, { readonly signed: readonly Signed[]; readonly resolve: (done: readonly Recovery[]) => void }>;
}

/**
 * Who signed what, on threads of their own where there are some: a request's signatures, unless they are few, go together to the
 * thread that has the fewest requests. What a thread was asked that ended is answered on this one, and so is everything while
 * none runs: a request never fails by them. They begin when they are first asked.
 */
export class RecoveryThreads {
  private readonly logger = new Logger(RecoveryThreads.name);
  private readonly threads = new Set<Thread>();
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
  async recoverAll(signed: readonly Signed[]): Promise<readonly Recovery[]> {
    if (this.count === 0 || signed.length < HANDED_OVER_MIN) return this.here(signed);
    if (this.threads.size < this.count && !this.stopped && performance.now() >= this.startAt) this.start();
    const thread = this.idlest();
    if (thread === undefined) return this.here(signed);
    return new Promise((resolve) => {
      const id = (this.nextId += 1);
      thread.waiting.set(id, { signed, resolve });
      const bytes = questionsOf(signed);
      const message: RecoveryMessage = { id, bytes };
      thread.worker.postMessage(message, [bytes.buffer]);
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
        asked?.resolve(recoveriesOf(bytes));
      });
      thread.worker.on('error', (cause) => this.logger.error({ msg: 'a thread for signatures has failed', err: cause }));
      thread.worker.once('exit', () => this.ended(thread));
    }
  }

  private ended(thread: Thread): void {
    this.threads.delete(thread);
    this.startAt = performance.now() + AGAIN_AFTER_MS;
    for (const { signed, resolve } of thread.waiting.values()) resolve(this.here(signed));
    thread.waiting.clear();
  }
}
