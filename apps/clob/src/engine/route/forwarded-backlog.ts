import { holdNewest } from '@foretell/platform-server';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import type { RoutedReply } from './receipt.codec';

/** An older reply says nothing about the current backlog. */
const TELLING_MILLIS = 500;
/** Networks whose backlog is cached; more do not ask within half a second. */
const NETWORKS_MAX = 10_000;

interface Told extends Backlog {
  readonly at: number;
}

/**
 * The backlog of a writer in another process, from its replies: the work ahead of the next command of a network for which
 * commands were forwarded, and of an idle network. So a replica sheds new writes by the same fair order as the writer's process.
 * Source: docs/decisions/admission.md, fairness.md.
 */
export class ForwardedBacklog {
  private readonly networks = new Map<string, Told>();
  /** From the newest reply: for the network that asked, and for an idle one. */
  private newest: Told | null = null;
  private newcomer: Told | null = null;

  constructor(private readonly monotonic: () => number) {}

  hear(from: string, { backlog, newcomerMillis }: Pick<RoutedReply, 'backlog' | 'newcomerMillis'>): void {
    const told = { ...backlog, at: this.monotonic() };
    this.newest = told;
    this.newcomer = { ...told, workMillis: newcomerMillis };
    this.networks.delete(from);
    holdNewest(this.networks, from, told, NETWORKS_MAX);
  }

  /** Reduced by the writer's work since the reply; a stalled queue is not reduced. Without a network: of the newest reply. */
  of(from?: string): Backlog {
    const told = from === undefined ? this.newest : (this.fresh(this.networks.get(from)) ?? this.newcomer);
    const fresh = this.fresh(told);
    if (fresh === null) return NOTHING_WAITS;
    const { workMillis, ageMillis, at } = fresh;
    return { workMillis: Math.max(0, workMillis - (this.monotonic() - at)), ageMillis };
  }

  private fresh(told: Told | null | undefined): Told | null {
    return told === null || told === undefined || this.monotonic() - told.at > TELLING_MILLIS ? null : told;
  }
}
