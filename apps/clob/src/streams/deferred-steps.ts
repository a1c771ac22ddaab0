import { FairQueue, metricsRegistry, type Clock, type StreamTurns } from '@foretell/platform-server';
import { Counter } from 'prom-client';
import type { StreamBounds } from './stream-bounds';
import type { Step } from './step-log';

const late = new Counter({
  name: 'foretell_stream_late_total',
  help: 'Markets or users whose streams were restarted because they were late, by channel.',
  labelNames: ['channel'] as const,
  registers: [metricsRegistry],
});

/** The steps of a subject that are not published yet, in order. */
interface Lane<S> {
  readonly subject: string;
  readonly steps: S[];
  /** Publishes the first of them. */
  under: Iterator<void> | null;
}

interface Publisher<S> {
  /** The name of the steps in metrics. */
  readonly channel: string;
  /** Sends a step, one small piece an iteration. */
  publish(step: S): Iterable<void>;
  /** The subject's steps waited too long and are dropped: its readers have to begin again. */
  late(subject: string): void;
}

/**
 * Publishes in later event-loop ticks, in slices, so that responses to orders go first. Subjects take turns, a piece each: one
 * with many readers or steps delays itself. Source: docs/decisions/streams.md.
 */
export class DeferredSteps<S extends Step> {
  private readonly lanes = new Map<string, Lane<S>>();
  private turns = new FairQueue<Lane<S>>();
  private readonly work: ReturnType<StreamTurns['sliced']>;

  constructor(
    turns: StreamTurns,
    private readonly bounds: Pick<StreamBounds, 'lateMillis'>,
    private readonly monotonic: Clock,
    private readonly publisher: Publisher<S>,
  ) {
    this.work = turns.sliced(() => this.publishSome());
    late.inc({ channel: publisher.channel }, 0);
  }

  add(step: S): void {
    const { subject } = step;
    const lane = this.lanes.get(subject);
    if (lane !== undefined) return void lane.steps.push(step);
    const begun: Lane<S> = { subject, steps: [step], under: null };
    this.lanes.set(subject, begun);
    this.wait(begun);
    this.work.wake();
  }

  /** Drops everything not yet published. */
  forget(): void {
    this.lanes.clear();
    this.turns = new FairQueue();
  }

  private wait(lane: Lane<S>): void {
    this.turns.push({ address: lane.subject, account: lane.subject }, lane);
  }

  private publishSome(): boolean {
    const lane = this.turns.shift();
    const step = lane?.steps[0];
    if (lane === undefined || step === undefined) return false;
    if (this.monotonic() - step.shownAt > this.bounds.lateMillis) {
      this.lanes.delete(lane.subject);
      late.inc({ channel: this.publisher.channel });
      this.publisher.late(lane.subject);
      return true;
    }
    lane.under ??= this.publisher.publish(step)[Symbol.iterator]();
    if (lane.under.next().done === true) {
      lane.under = null;
      lane.steps.shift();
    }
    if (lane.steps.length > 0) this.wait(lane);
    else this.lanes.delete(lane.subject);
    return true;
  }
}
