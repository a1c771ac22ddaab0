import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CommandContext, Invoked } from '../cli/command';
import { EXIT } from '../exit-code';
import { shellLine, wordsOf, type Action, type Values } from './action';

/** Result of an action. */
export interface Outcome extends Invoked {
  /** The command that does the same. */
  readonly line: string;
  /** Whether the form was sent before: this is then the earlier result. */
  readonly isRepeated: boolean;
}

export type Reading<T> =
  | { readonly value: T; readonly problem: null; readonly line: string }
  | { readonly value: null; readonly problem: string; readonly line: string };

/** Maximum of forms whose result is stored. */
const REMEMBERED = 1000;

/** Runs the commands of `ops` for pages and forms. */
export class Invoker {
  private readonly done = new Map<string, Promise<Outcome>>();

  constructor(private readonly invoke: CommandContext['invoke']) {}

  /** The output of a command. */
  async print(...words: string[]): Promise<Invoked & { readonly line: string }> {
    return { ...(await this.invoke(words)), line: shellLine(words) };
  }

  /** The value that a command prints as JSON, or why there is none. */
  async read<T>(...words: string[]): Promise<Reading<T>> {
    const { lines, complaints } = await this.invoke([...words, '--json']);
    const line = shellLine(words);
    // The doctor exits with 1 when a check fails, and still has a value.
    if (lines.length === 0) return { value: null, problem: complaints.join(' '), line };
    return { value: JSON.parse(lines.join('\n')) as T, problem: null, line };
  }

  /** Runs the action once for a form: a repeated form gets the first result. A refused form may be sent again. */
  async act(action: Action, values: Values, form: string): Promise<Outcome> {
    const before = this.done.get(form);
    if (before !== undefined) return { ...(await before), isRepeated: true };
    const outcome = this.run(action, values, form);
    this.done.set(form, outcome);
    if (this.done.size > REMEMBERED) this.done.delete(this.done.keys().next().value ?? '');
    const forget = (): void => void this.done.delete(form);
    outcome.then(({ exitCode }) => exitCode === EXIT.done || forget(), forget);
    return outcome;
  }

  private async run(action: Action, values: Values, form: string): Promise<Outcome> {
    const reference = `workbench-${form}`;
    const made = action.file?.(values, form);
    if (made === undefined) {
      const words = wordsOf(action, values, reference, null);
      return { ...(await this.invoke(words)), line: shellLine(words), isRepeated: false };
    }
    const folder = await mkdtemp(join(tmpdir(), 'foretell-workbench-'));
    try {
      const path = join(folder, basename(made.name).replace(/[^\w.-]/g, '_') || 'file.json');
      await writeFile(path, made.text);
      const invoked = await this.invoke(wordsOf(action, values, reference, path));
      return { ...invoked, line: shellLine(wordsOf(action, values, reference, basename(path))), isRepeated: false };
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}
