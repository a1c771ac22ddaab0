import type { Network } from './network';
import type { Random } from './random';
import type { Run } from './running';
import type { SimulatedRecord } from './simulated-record';

const ASK_MILLIS = 250;
const BEAT_MILLIS = 250;
const SILENCE_MILLIS = 4_000;
const NOTICED_MILLIS = 10_000;

/** A session of the server that holds the writer's lock. */
interface Session {
  readonly owner: Run;
  readonly lost: (cause: Error) => void;
  beatAt: number;
}

/** The advisory lock of one database, and the sessions that ask for it: as acquireLease meets them. */
export class SimulatedLease {
  private holder: Session | null = null;

  constructor(
    private readonly server: SimulatedRecord,
    private readonly network: Network,
    private readonly random: Random,
  ) {}

  /** Waits until the process holds the lock; `lost` is called when its session ends by itself. @returns the epoch */
  async acquire(owner: Run, lost: (cause: Error) => void): Promise<number> {
    const session: Session = { owner, lost, beatAt: 0 };
    while (!(await this.network.request(() => this.lock(session)))) await wait(ASK_MILLIS);
    // Over the session itself: one that the server has ended raises nothing any more.
    const epoch = await this.network.request(() => this.inSession(session, () => this.server.raiseWriterEpoch()));
    await this.network.request(() => this.inSession(session, () => this.server.raiseRecorderEpoch(epoch)));
    void this.beat(session).catch(lost);
    return epoch;
  }

  async release(owner: Run): Promise<void> {
    await this.network.request(() => this.end(owner)).catch(() => undefined);
  }

  /** The session of whoever holds the lock ends; its process learns of that later, and may go on until then. */
  loseSession(): void {
    const { holder, network } = this;
    if (holder === null) return;
    this.holder = null;
    const learns = (): void => holder.lost(new Error('the lease session has ended'));
    network.scheduler.plan(this.random.between(0, NOTICED_MILLIS), holder.owner, learns);
  }

  private async beat(session: Session): Promise<void> {
    for (;;) {
      await wait(BEAT_MILLIS);
      await this.network.request(() => this.inSession(session, () => (session.beatAt = this.network.scheduler.now)));
    }
  }

  private inSession<T>(session: Session, work: () => T): T {
    if (this.holder !== session) throw new Error('the lease session has ended');
    return work();
  }

  private lock(session: Session): boolean {
    const { holder, network } = this;
    const { now } = network.scheduler;
    if (holder !== null && now - holder.beatAt > SILENCE_MILLIS) this.holder = null;
    if (this.holder !== null) return false;
    this.holder = session;
    session.beatAt = now;
    // A process that ends takes its session with it, at once or, when its machine has vanished, some seconds later.
    const noticed = this.random.chance(0.7) ? network.delay() : this.random.between(0, NOTICED_MILLIS);
    session.owner.onEnd(() => network.scheduler.after(noticed, () => this.end(session.owner)));
    return true;
  }

  private end(owner: Run): void {
    if (this.holder?.owner === owner) this.holder = null;
  }
}

function wait(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
