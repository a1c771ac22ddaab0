const HEADER_BYTES = 19;
const TRAILER = -1;
const NOTHING: Buffer = Buffer.alloc(0);

/** Counts the rows of a binary COPY in chunks of any size. */
export class CopiedRowCount {
  rows = 0;
  /** Whether PostgreSQL's end marker was read. */
  isWhole = false;
  private rest = NOTHING;
  private skippedBytes = HEADER_BYTES;
  private fieldsLeft = 0;

  read(piece: Buffer): void {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let at = 0;
    while (!this.isWhole) {
      const skipped = Math.min(this.skippedBytes, bytes.length - at);
      at += skipped;
      this.skippedBytes -= skipped;
      const needed = this.fieldsLeft === 0 ? 2 : 4;
      if (this.skippedBytes > 0 || bytes.length - at < needed) break;
      if (this.fieldsLeft === 0) this.beginRow(bytes.readInt16BE(at));
      else this.beginField(bytes.readInt32BE(at));
      at += needed;
    }
    this.rest = bytes.subarray(at);
  }

  private beginRow(fields: number): void {
    this.isWhole = fields === TRAILER;
    if (this.isWhole) return;
    this.rows += 1;
    this.fieldsLeft = fields;
  }

  private beginField(sizeBytes: number): void {
    this.fieldsLeft -= 1;
    this.skippedBytes = Math.max(sizeBytes, 0);
  }
}
