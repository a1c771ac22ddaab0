/** Prints only the errors of log files on the terminal; the files have everything. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const EVERY_MS = 500;
const CHUNK_BYTES = 262_144;
const ERROR_LEVEL = 50;

/** Watches from the current ends of the files. @returns a function that checks once more and stops */
export function watchErrors(files, say) {
  const states = files.map((file) => ({ file, offset: existsSync(file) ? statSync(file).size : 0, rest: '' }));
  const look = () =>
    states.forEach((state) =>
      newLines(state)
        .map((line) => readable(line))
        .filter(Boolean)
        .forEach((text) => say(`${basename(state.file, '.log')}: ${text}`)),
    );
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
  };
}

function newLines(state) {
  if (!existsSync(state.file)) return [];
  const descriptor = openSync(state.file, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    const length = readSync(descriptor, buffer, 0, CHUNK_BYTES, state.offset);
    state.offset += length;
    const lines = (state.rest + buffer.toString('utf8', 0, length)).split('\n');
    state.rest = lines.pop() ?? '';
    return lines;
  } finally {
    closeSync(descriptor);
  }
}

/** A structured line of level error or worse, or an unstructured line (the output of a crash). */
function readable(line) {
  try {
    const record = JSON.parse(line);
    if (!(record.level >= ERROR_LEVEL)) return undefined;
    return [record.context, record.msg, record.err?.message].filter(Boolean).join(': ');
  } catch {
    return line.trim();
  }
}
