import { createPaint, type Paint } from './paint';

/** Output of a command: lines for its result, errors to the error stream, colours and width only on a terminal. */
export interface Screen {
  /** Characters per line; Infinity when the output is not a terminal, so that piped output is not cut. */
  readonly columns: number;
  readonly paint: Paint;
  print(lines: readonly string[]): void;
  complain(line: string): void;
  /** Rewrites one status line on the error stream; prints nothing without a terminal. An empty text clears the line. */
  status(text: string): void;
}

/** The narrowest width that tables support. */
const COLUMNS_MIN = 60;

export function processScreen(process: NodeJS.Process, isPlain: boolean): Screen {
  const { stdout, stderr } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    columns: isTerminal ? Math.max(COLUMNS_MIN, stdout.columns) : Number.POSITIVE_INFINITY,
    paint: createPaint(isTerminal && !isPlain),
    print: (lines) => {
      for (const line of lines) stdout.write(`${line}\n`);
    },
    complain: (line) => {
      stderr.write(`${line}\n`);
    },
    status: (text) => {
      if (stderr.isTTY === true) stderr.write(`\r\x1b[2K${text}`);
    },
  };
}
