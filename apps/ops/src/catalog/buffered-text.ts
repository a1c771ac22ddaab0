import { ROW_LENGTH_MAX } from './row-text';

/** The text of the current value across chunks, at most as long as a row may be. */
export class BufferedText {
  protected buffered = '';
  protected isTooLong = false;
  /** The current chunk, and up to where it has been stored or skipped. */
  protected chunk = '';
  protected from = 0;

  protected textTo(at: number): string {
    return this.buffered + this.chunk.slice(this.from, at);
  }

  protected bufferTo(at: number): void {
    const text = this.chunk.slice(this.from, at);
    this.from = at;
    if (this.buffered.length + text.length <= ROW_LENGTH_MAX) this.buffered += text;
    else {
      this.isTooLong = true;
      this.buffered = '';
    }
  }

  protected forgetTo(at: number): void {
    this.from = at;
    this.buffered = '';
    this.isTooLong = false;
  }
}
