/**
 * Two requests of one second have the same signature, and the later one is carried out, a forward's deadline after it was sent at
 * the latest. Beyond that it is a repetition of what was done.
 */
const REPEATED_LATE_MILLIS = 10_000;
/** About 20 MB. The oldest is forgotten first. */
const REMEMBERED_MAX = 100_000;

/**
 * The signed requests that have cancelled a whole scope: everything of a wallet, or of a market. Sent again long after, such a
 * request would cancel orders that its signer did not know of. Source: docs/decisions/duplicates.md.
 */
export class RepeatedCancels {
  private readonly firstAt = new Map<string, number>();

  /** Whether the request was carried out so long before that it is not carried out again. */
  isLate(request: string, at: number): boolean {
    const firstAt = this.firstAt.get(request);
    return firstAt !== undefined && at - firstAt > REPEATED_LATE_MILLIS;
  }

  /** The request is carried out. */
  add(request: string, at: number): void {
    if (this.firstAt.has(request)) return;
    this.firstAt.set(request, at);
    if (this.firstAt.size <= REMEMBERED_MAX) return;
    for (const oldest of this.firstAt.keys()) {
      this.firstAt.delete(oldest);
      return;
    }
  }
}
