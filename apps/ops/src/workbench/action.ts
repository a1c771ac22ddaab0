import type { Html } from './html';

/** Typed values by the name of the field. */
export type Values = Readonly<Record<string, string>>;

/** A name in capitals is an argument of the command, in order; any other is an option. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: 'lines' | 'file';
  /** The first one is preselected. */
  readonly choices?: readonly string[];
  readonly isOptional?: true;
}

/** A file that the command reads. */
export interface MadeFile {
  readonly name: string;
  readonly text: string;
}

/** A form that runs one command of `ops`. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly button: string;
  /** As typed, without arguments and options. */
  readonly command: string;
  /** The page to return to. */
  readonly page: string;
  readonly fields: readonly Field[];
  /** The command reads this file instead of the fields. Throws FieldFault. */
  readonly file?: (values: Values, form: string) => MadeFile;
  /** Shown before the command runs. */
  readonly preview?: (values: Values, form: string) => Html;
}

/** An invalid value, and how to correct it. */
export class FieldFault extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** The words of the command. A value that begins with a dash is not an option. */
export function wordsOf({ command, fields }: Action, values: Values, reference: string, file: string | null): readonly string[] {
  const given = fields.filter(({ name, kind }) => kind !== 'file' && (values[name] ?? '') !== '');
  const isArgument = (name: string): boolean => name === name.toUpperCase();
  const taken = file === null ? given : [];
  const parts = taken.filter(({ name }) => isArgument(name)).map(({ name }) => values[name] ?? '');
  const words = file === null ? parts : [file];
  const options = taken.filter(({ name }) => !isArgument(name)).map(({ name }) => `--${name}=${values[name] ?? ''}`);
  const all = options.some((option) => option.startsWith('--reference=')) ? options : [...options, `--reference=${reference}`];
  const isPlain = words.every((word) => !word.startsWith('-'));
  return [...command.split(' '), ...(isPlain ? [...words, ...all] : [...all, '--', ...words])];
}

/** The command, quoted for a shell. */
export function shellLine(words: readonly string[]): string {
  const quoted = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`));
  return ['ops', ...quoted].join(' ');
}
