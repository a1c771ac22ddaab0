import { pause } from '@foretell/platform-server';
import type { Reach } from '../engine/lease';
import type { ServerClock } from '../engine/server-clock';
import type { Network } from './network';
import type { Random } from './random';
import type { Run } from './running';
import type { SimulatedRecord } from './simulated-record';
import { BEGINNING } from './simulated-time';

const ASK_MILLIS = 250;
const BEAT_MILLIS = 250;
const SILENCE_MILLIS = 4_000;
const NOTICED_MILLIS = 10_000;

/** Options of a process that requests the lease. */
export interface LeaseRequest {
  readonly owner: Run;
  /** Called when its session ends unexpectedly. */
  readonly lost: (cause: unknown) => void;
  readonly reach: Reach;
  readonly clock: ServerClock;
  readonly onBetter: () => void;
}

/** A server session that has or requests the writer's lock. */
interface Session extends LeaseRequest {
  beatAt: number;
  /** Waits and is connected to the other replicas. */
  isWilling: boolean;
}

/** The advisory lock of one database and the sessions that request it, as acquireLease uses them. */
export class SimulatedLease {
  private holder: Session | null = null;
  private readonly waiting = new Set<Session>();

  constructor(
    private readonly server: SimulatedRecord,
    private readonly network: Network,
    private readonly random: Random,
  ) {}

  /** Waits until the process has the lock. @returns the epoch */
  async acquire(request: LeaseRequest): Promise<number> {
    const session: Session = { ...request, beatAt: 0, isWilling: false };
    this.waiting.add(session);
    while (!(await this.mayLock(session))) await pause(ASK_MILLIS);
    request.clock.begin();
    await this.requireTime(session);
    // Over the session itself: an ended session cannot raise the epoch.
    const epoch = await this.network.request(() => this.inSession(session, () => this.server.raiseWriterEpoch()));
    await this.network.request(() => this.inSession(session, () => this.server.raiseProjectorEpoch(epoch)));
    // On the first timeline it changes nothing, so seeds without a recovery run as before.
    if (this.server.lineages.timeline > 1)
      await this.network.request(() => this.inSession(session, () => this.server.ensureLineage()));
    void this.beat(session).catch(request.lost);
    return epoch;
  }

  async release(owner: Run): Promise<void> {
    await this.network.request(() => this.end(owner)).catch(() => undefined);
  }

  /** Ends the session that has the lock. Its process notices later and may continue until then. */
  loseSession(): void {
    const { holder, network } = this;
    if (holder === null) return;
    this.holder = null;
    const learns = (): void => holder.lost(new Error('the lease session has ended'));
    network.scheduler.plan(this.random.between(0, NOTICED_MILLIS), holder.owner, learns);
  }

  private async beat(session: Session): Promise<void> {
    for (;;) {
      await pause(BEAT_MILLIS);
      await this.requireTime(session);
      await this.network.request(() => this.inSession(session, () => (session.beatAt = this.network.scheduler.now)));
      if (!session.reach.isCutOff() || !(await this.network.request(() => this.isSomebodyWilling(session)))) continue;
      session.onBetter();
      return;
    }
  }

  private async mayLock(session: Session): Promise<boolean> {
    await session.clock.compareWall(() => this.network.request(() => this.time()));
    if (session.clock.fault() === null) return this.network.request(() => this.lock(session));
    session.isWilling = false;
    return false;
  }

  private async requireTime({ clock }: Session): Promise<void> {
    await clock.compareWriting(() => this.network.request(() => this.time()));
    const fault = clock.fault();
    if (fault !== null) throw new Error(fault);
  }

  /** The server's clock is correct. */
  private time(): number {
    return BEGINNING + this.network.scheduler.now;
  }

  private inSession<T>(session: Session, work: () => T): T {
    if (this.holder !== session) throw new Error('the lease session has ended');
    return work();
  }

  private lock(session: Session): boolean {
    const { holder, network } = this;
    const { now } = network.scheduler;
    session.isWilling = session.reach.isReached();
    session.beatAt = now;
    if (holder !== null && now - holder.beatAt > SILENCE_MILLIS) this.holder = null;
    if (this.holder !== null || (!session.isWilling && this.isSomebodyWilling(session))) return false;
    this.holder = session;
    session.isWilling = false;
    this.waiting.delete(session);
    // The session of an ended process ends at once, or some seconds later if its machine is gone.
    const noticed = this.random.chance(0.7) ? network.delay() : this.random.between(0, NOTICED_MILLIS);
    session.owner.onEnd(() => network.scheduler.after(noticed, () => this.end(session.owner)));
    return true;
  }

  /** Another waiting session whose process is connected to the bus and not frozen. */
  private isSomebodyWilling(session: Session): boolean {
    const since = this.network.scheduler.now - SILENCE_MILLIS;
    return [...this.waiting].some((each) => each !== session && each.isWilling && each.beatAt >= since);
  }

  private end(owner: Run): void {
    if (this.holder?.owner === owner) this.holder = null;
  }
}
