import { useEffect, useRef } from 'react';

/** Reads anew whenever a mark of what is read changes; with the first mark that is known nothing has changed. */
export function useRereading(read: () => void, mark: string | undefined): void {
  const last = useRef(mark);
  useEffect(() => {
    if (mark === undefined || mark === last.current) return;
    if (last.current !== undefined) read();
    last.current = mark;
  }, [read, mark]);
}
