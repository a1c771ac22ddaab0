import { holdNewest } from '@foretell/platform-server';

/**
 * Two requests in one second have the same signature, and the later one is carried out, at the latest a forward's deadline after
 * it was sent. Past this time it is a repetition.
 */
const REPEATED_LATE_MILLIS = 10_000;
/** About 20 MB. The oldest is deleted first. */
const REMEMBERED_MAX = 100_000;

/**
 * Signed requests that cancelled an entire scope: everything of a wallet, or of a market. Resent much later, such a request would
 * cancel orders placed after it was signed. Source: docs/decisions/keys.md.
 */
export class RepeatedCancels {
  private readonly firstAt = new Map<string, number>();

  /** Whether the request was carried out so long ago that it must not be carried out again. */
  isLate(request: string, at: number): boolean {
    const firstAt = this.firstAt.get(request);
    return firstAt !== undefined && at - firstAt > REPEATED_LATE_MILLIS;
  }

  /** Records that the request is carried out. */
  add(request: string, at: number): void {
    if (this.firstAt.has(request)) return;
    holdNewest(this.firstAt, request, at, REMEMBERED_MAX);
  }
}
