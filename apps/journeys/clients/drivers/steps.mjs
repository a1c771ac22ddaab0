/** What every driver of an npm client shares: the site it is pointed at, and how it tells what came of each step. */

export const SITE = JSON.parse(process.env.SITE ?? '{}');

/** One line of JSON a step, in order; a step that fails does not end the others. */
export async function drive(steps) {
  for (const [flow, step, work] of steps) {
    try {
      await work();
      process.stdout.write(`${JSON.stringify({ flow, step })}\n`);
    } catch (error) {
      const reason = String(error?.message ?? error)
        .split('\n', 1)[0]
        .slice(0, 200);
      process.stdout.write(`${JSON.stringify({ flow, step, reason })}\n`);
    }
  }
  process.exit(0);
}

/** Clients that give an error back instead of throwing it. */
export function good(answer) {
  if (answer === undefined || answer === null) throw new Error('no answer');
  if (typeof answer === 'object' && 'error' in answer) throw new Error(String(answer.error));
  return answer;
}

export function must(holds, what) {
  if (!holds) throw new Error(what);
}

const TIMEOUT_MS = 20_000;

/**
 * The first that `wanted` says yes to; throws when none has come in time. Its timer keeps the process: the official SDK has none
 * that would while it connects again.
 */
export async function awaited(what, iterator, wanted, timeoutMs = TIMEOUT_MS) {
  const late = new Promise((_, reject) => setTimeout(reject, timeoutMs, new Error(`${what} was not told`)));
  for (;;) {
    const { value, done } = await Promise.race([iterator.next(), late]);
    if (done) throw new Error(`the stream ended before ${what}`);
    if (wanted(value)) return value;
  }
}
