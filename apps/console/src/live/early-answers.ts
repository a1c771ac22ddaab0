/** Sends a request; injected so that specs need no network. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** An unused response is dropped after this time; later it would be shown as current. */
const CACHED_MILLIS = 5_000;

/** Responses requested before the page's chunk was loaded. Each is used once, by the first request for its address. */
export class EarlyAnswers {
  private readonly asked = new Map<string, Promise<Response>>();

  constructor(private readonly askNow: Ask) {}

  askEarly(url: string): void {
    const answer = this.askNow(url);
    this.asked.set(url, answer);
    // The request that uses it handles a failure; there may be none.
    answer.catch(() => undefined);
    setTimeout(() => this.asked.delete(url), CACHED_MILLIS);
  }

  /** Returns the early response, else sends the request. */
  readonly ask: Ask = (url, init) => {
    const early = init === undefined ? this.asked.get(url) : undefined;
    this.asked.delete(url);
    return early ?? this.askNow(url, init);
  };
}

export const EARLY_ANSWERS = new EarlyAnswers((url, init) => fetch(url, init));
