import { Encoded } from '@foretell/platform-server';

/** A page of a list under its name, and where the next one begins. */
export type EncodedPage<Name extends string, Row> = Readonly<Record<Name, Encoded<Row[]>>> & { readonly next_cursor?: string };

/** Maximum time of one event-loop tick; a page of 500 events takes a hundred times as long. */
const SLICE_MILLIS = 2;

/** Maps and encodes a page's rows in slices, so that other requests wait for a slice and not for the page. */
export async function encodedRows<R, T>(rows: readonly R[], map: (row: R) => T): Promise<Encoded<T[]>> {
  const encoded: Encoded<T>[] = [];
  let beganAt = performance.now();
  for (const row of rows) {
    if (performance.now() - beganAt >= SLICE_MILLIS) {
      await new Promise(setImmediate);
      beganAt = performance.now();
    }
    encoded.push(Encoded.of(map(row)));
  }
  return Encoded.list(encoded);
}
