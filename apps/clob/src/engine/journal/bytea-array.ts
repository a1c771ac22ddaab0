const HEADER_BYTES = 20;
const BYTEA_OID = 17;
const FIRST_INDEX = 1;

/**
 * A parameter of type bytea[] in PostgreSQL's binary format: as text, the driver would write each byte as two digits and the
 * server read them back.
 */
export function byteaArray(elements: readonly Uint8Array[]): Buffer {
  const sizeBytes = elements.reduce((sum, { length }) => sum + 4 + length, HEADER_BYTES);
  const bytes = Buffer.allocUnsafe(sizeBytes);
  const [dimensions, hasNulls] = [elements.length === 0 ? 0 : 1, 0];
  let end = 0;
  for (const field of [dimensions, hasNulls, BYTEA_OID, elements.length, FIRST_INDEX]) end = bytes.writeInt32BE(field, end);
  for (const element of elements) {
    end = bytes.writeInt32BE(element.length, end);
    bytes.set(element, end);
    end += element.length;
  }
  return elements.length === 0 ? bytes.subarray(0, 12) : bytes;
}
