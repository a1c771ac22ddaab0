import { holdNewest } from '@foretell/platform-server';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import type { ToldReply } from './receipt.codec';

/** What the writer told longer ago says nothing of now. */
const TELLING_MILLIS = 500;
/** Of whom it is known what waits; more of them do not ask within half a second. */
const NETWORKS_MAX = 10_000;

interface Told extends Backlog {
  readonly at: number;
}

/**
 * What waits for a writer in another process, as its replies tell: what goes before the next command of a network that commands
 * were forwarded for, and of a network of which nothing waits there. So a replica refuses new writes by the same turns as the
 * writer's own process. Source: docs/decisions/admission.md, fairness.md.
 */
export class ForwardedBacklog {
  private readonly networks = new Map<string, Told>();
  /** Of the newest reply: for the network that asked, and for one that has nothing waiting. */
  private newest: Told | null = null;
  private newcomer: Told | null = null;

  constructor(private readonly monotonic: () => number) {}

  hear(from: string, { backlog, newcomerMillis }: Pick<ToldReply, 'backlog' | 'newcomerMillis'>): void {
    const told = { ...backlog, at: this.monotonic() };
    this.newest = told;
    this.newcomer = { ...told, workMillis: newcomerMillis };
    this.networks.delete(from);
    holdNewest(this.networks, from, told, NETWORKS_MAX);
  }

  /** Less what the writer has done since; a queue that did not move does not move yet. Without a network: of the newest reply. */
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
