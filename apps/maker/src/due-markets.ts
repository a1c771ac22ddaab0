import { EventEmitter, once } from 'node:events';

/**
 * Condition ids of markets to check, oldest first. Each market is taken by one worker at a time: two passes over one market would
 * place its orders twice. A market that becomes due while it is taken is due again after its release.
 */
export class DueMarkets {
  private readonly due = new Set<string>();
  private readonly taken = new Set<string>();
  private readonly news = new EventEmitter();

  add(conditionIds: Iterable<string>): void {
    for (const id of conditionIds) this.due.add(id);
    this.news.emit('news');
  }

  /** Waits for a market that nobody has taken. The caller must release it. Undefined once aborted. */
  async take(signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      const id = [...this.due].find((each) => !this.taken.has(each));
      if (id !== undefined) {
        this.due.delete(id);
        this.taken.add(id);
        return id;
      }
      await once(this.news, 'news', { signal }).catch(() => undefined);
    }
    return undefined;
  }

  release(conditionId: string): void {
    this.taken.delete(conditionId);
    this.news.emit('news');
  }
}
