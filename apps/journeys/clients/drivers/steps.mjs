/** Shared by the drivers of npm clients: the site, and how the result of each step is reported. */

export const SITE = JSON.parse(process.env.SITE ?? '{}');

/** Prints one line of JSON for each step, in order; the others run even if one fails. */
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

/** For clients that return an error instead of throwing it. */
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
 * The first item that is `wanted`; throws on timeout. Its timer keeps the process alive: the official SDK has none while it
 * connects again.
 */
export async function awaited(what, iterator, wanted, timeoutMs = TIMEOUT_MS) {
  const late = new Promise((_, reject) => setTimeout(reject, timeoutMs, new Error(`${what} was not received`)));
  for (;;) {
    const { value, done } = await Promise.race([iterator.next(), late]);
    if (done) throw new Error(`the stream ended before ${what}`);
    if (wanted(value)) return value;
  }
}
