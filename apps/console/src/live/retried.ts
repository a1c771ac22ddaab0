import { onDoubt } from './doubt';
import { isForGood } from './service-error';

const RETRY_MILLIS = 5_000;

export interface Outcome<T> {
  readonly take: (answer: T) => void;
  readonly fail: (fault: Error) => void;
}

/**
 * Retries a request until it succeeds: after a short delay, unless it was refused for good, and at once when the network or the
 * page is back. So a displayed failure disappears with the outage. Ends when the returned function is called.
 */
export function retried<T>(ask: () => Promise<T>, { take, fail }: Outcome<T>): () => void {
  let state: 'asking' | 'failed' | 'ended' = 'asking';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forgetDoubt = (): void => undefined;
  const end = (): void => {
    state = 'ended';
    clearTimeout(timer);
    forgetDoubt();
  };
  const attempt = (): void => {
    clearTimeout(timer);
    state = 'asking';
    ask().then(
      (answer) => {
        if (state === 'ended') return;
        end();
        take(answer);
      },
      (cause: unknown) => {
        if (state === 'ended') return;
        state = 'failed';
        if (!isForGood(cause)) timer = setTimeout(attempt, RETRY_MILLIS);
        fail(cause instanceof Error ? cause : new Error(String(cause)));
      },
    );
  };
  forgetDoubt = onDoubt(() => {
    if (state === 'failed') attempt();
  });
  attempt();
  return end;
}
