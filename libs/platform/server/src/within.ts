/** The value of the work, or `otherwise` when it fails or takes longer. Uses the global timers, which a simulation replaces. */
export async function valueWithin<T, L>(millis: number, work: Promise<T>, otherwise: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), millis);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return otherwise();
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the work finished in time; a failure counts as not. */
export function within(millis: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(() => true);
  return valueWithin(millis, done, () => false);
}
