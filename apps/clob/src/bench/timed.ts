/** The result of some work, and the time that it took: on the clock, and of the process's CPU. */
interface Timed<T> {
  readonly value: T;
  readonly millis: number;
  readonly cpuMillis: number;
}

export async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { value, millis: performance.now() - startedAt, cpuMillis: (user + system) / 1_000 };
}
