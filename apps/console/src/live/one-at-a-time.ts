/**
 * Runs work without overlap. Requests during a run cause one more run after it, so that the last request gets a result from after
 * the request.
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
