/** Operations per second, and the 99th percentile of their duration. */
export interface Rate {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Runs `work` `count` times, `lanes` concurrently. */
export async function rateOf(count: number, lanes: number, work: (index: number) => Promise<unknown>): Promise<Rate> {
  const millis: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const startedAt = performance.now();
      await work(index);
      millis.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  millis.sort((one, other) => one - other);
  return { perSecond: Math.round(count / seconds), p99Ms: Number((millis[Math.floor(millis.length * 0.99)] ?? 0).toFixed(1)) };
}
