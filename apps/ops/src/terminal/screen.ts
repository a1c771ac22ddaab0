import { createPaint, type Paint } from './paint';

/** Where a command writes: lines for its result, complaints to the error stream, colours and width of a real terminal only. */
export interface Screen {
  /** Characters to a line; Infinity when the output is no terminal, so that nothing is cut for a pipe. */
  readonly columns: number;
  readonly isTerminal: boolean;
  readonly paint: Paint;
  print(lines: readonly string[]): void;
  complain(line: string): void;
  /** Rewrites one status line on the error stream; silent without a terminal. An empty text clears it. */
  status(text: string): void;
}

/** The narrowest layout that tables still try to keep. */
const COLUMNS_MIN = 60;

export function processScreen(process: NodeJS.Process, isPlain: boolean): Screen {
  const { stdout, stderr } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    columns: isTerminal ? Math.max(COLUMNS_MIN, stdout.columns) : Number.POSITIVE_INFINITY,
    isTerminal,
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
