/**
 * The longest time, in milliseconds, between two consecutive instants, or until now, that ends after the moment. They must be
 * sorted.
 */
export function longestGap(instants: Iterable<number>, moment: number): number {
  const times = [...instants, performance.now()];
  let longest = 0;
  for (let at = 1; at < times.length; at += 1) {
    const [from, to] = [times[at - 1] ?? 0, times[at] ?? 0];
    if (to > moment) longest = Math.max(longest, to - Math.max(from, moment));
  }
  return longest;
}
