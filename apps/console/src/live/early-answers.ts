/** How a page asks: given so that specs need no network. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** Longer than that an answer that nobody came for is not kept: it would be shown as new. */
const KEPT_MILLIS = 5_000;

/** What was asked for before the part of the page was there that shows it; each answer is for the first who asks for it again. */
export class EarlyAnswers {
  private readonly asked = new Map<string, Promise<Response>>();

  constructor(private readonly askNow: Ask) {}

  askEarly(url: string): void {
    const answer = this.askNow(url);
    this.asked.set(url, answer);
    // Whoever takes it hears of a failure; nobody may.
    answer.catch(() => undefined);
    setTimeout(() => this.asked.delete(url), KEPT_MILLIS);
  }

  /** The answer that was asked for early, else one that is asked for now. */
  readonly ask: Ask = (url, init) => {
    const early = init === undefined ? this.asked.get(url) : undefined;
    this.asked.delete(url);
    return early ?? this.askNow(url, init);
  };
}

export const EARLY_ANSWERS = new EarlyAnswers((url, init) => fetch(url, init));
