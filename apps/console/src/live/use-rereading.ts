import { useEffect, useRef } from 'react';

/** Reads again whenever the mark of the data changes; the first known mark is not a change. */
export function useRereading(read: () => void, mark: string | undefined): void {
  const last = useRef(mark);
  useEffect(() => {
    if (mark === undefined || mark === last.current) return;
    if (last.current !== undefined) read();
    last.current = mark;
  }, [read, mark]);
}
