import { ROW_LENGTH_MAX, type RowText } from './row-text';

/** Splits newline-delimited JSON into lines and skips blank ones. An invalid line does not affect others. */
export class LineSplitter {
  private line = 1;
  private buffered = '';
  private isTooLong = false;

  push(chunk: string): readonly RowText[] {
    const rows: RowText[] = [];
    const lines = chunk.split('\n');
    lines.forEach((text, index) => {
      this.keep(text);
      if (index < lines.length - 1) rows.push(...this.cut());
    });
    return rows;
  }

  end(): readonly RowText[] {
    return this.cut().map((row) => ({ ...row, isLast: true }));
  }

  private keep(text: string): void {
    this.isTooLong ||= this.buffered.length + text.length > ROW_LENGTH_MAX;
    this.buffered = this.isTooLong ? '' : this.buffered + text;
  }

  private cut(): readonly RowText[] {
    const row: RowText = { line: this.line, text: this.buffered.trim() };
    const isTooLong = this.isTooLong;
    this.line += 1;
    this.buffered = '';
    this.isTooLong = false;
    if (isTooLong) return [{ ...row, text: '', fault: `the line is longer than ${ROW_LENGTH_MAX} characters` }];
    return row.text === '' ? [] : [row];
  }
}
