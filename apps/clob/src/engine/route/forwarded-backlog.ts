import { holdNewest } from '@foretell/platform-server';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import type { RoutedReply } from './receipt.codec';

/** An older reply says nothing about the current backlog. */
const FRESH_MILLIS = 500;
/** Maximum networks whose backlog is cached: more do not send commands within FRESH_MILLIS. */
const NETWORKS_MAX = 10_000;

interface TimedBacklog extends Backlog {
  readonly at: number;
}

/**
 * The backlog of a writer in another process, from its replies: the work queued before the next command of a network, for each
 * network with forwarded commands and for an idle one. A replica sheds new writes in the same fair order as the writer.
 * Source: docs/decisions/admission.md, fairness.md.
 */
export class ForwardedBacklog {
  private readonly networks = new Map<string, TimedBacklog>();
  /** From the newest reply: for the network that asked, and for an idle one. */
  private newest: TimedBacklog | null = null;
  private newcomer: TimedBacklog | null = null;

  constructor(private readonly monotonic: () => number) {}

  hear(from: string, { backlog, newcomerMillis }: Pick<RoutedReply, 'backlog' | 'newcomerMillis'>): void {
    const received = { ...backlog, at: this.monotonic() };
    this.newest = received;
    this.newcomer = { ...received, workMillis: newcomerMillis };
    this.networks.delete(from);
    holdNewest(this.networks, from, received, NETWORKS_MAX);
  }

  /** Reduced by the writer's work since the reply; a stalled queue is not reduced. Without a network: of the newest reply. */
  of(from?: string): Backlog {
    const received = from === undefined ? this.newest : (this.fresh(this.networks.get(from)) ?? this.newcomer);
    const fresh = this.fresh(received);
    if (fresh === null) return NOTHING_WAITS;
    const { workMillis, ageMillis, at } = fresh;
    return { workMillis: Math.max(0, workMillis - (this.monotonic() - at)), ageMillis };
  }

  private fresh(received: TimedBacklog | null | undefined): TimedBacklog | null {
    return received === null || received === undefined || this.monotonic() - received.at > FRESH_MILLIS ? null : received;
  }
}
