/**
 * Work that is asked for more often than it can be done: never twice at the same time, and once more when it was asked for
 * meanwhile, so that the last asker gets what is so after he asked.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let isBusy = false;
  let isAskedAgain = false;
  const begin = (): void => {
    isBusy = true;
    void work().finally(() => {
      isBusy = false;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      begin();
    });
  };
  return () => {
    if (isBusy) isAskedAgain = true;
    else begin();
  };
}
