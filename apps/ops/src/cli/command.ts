import type { OpsConfig } from '../ops.config';
import type { OpsConnection } from '../connection/ops-connection';
import type { Screen } from '../terminal/screen';
import type { ExitCode } from '../exit-code';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** Placeholder of a string option's value in the help. */
  readonly value?: string;
  readonly summary: string;
}
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
}

/** The result of a command: the value for --json, the lines for a person, and the exit code. */
export interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
  readonly exitCode?: ExitCode;
}

/** What a command may use besides its input. */
export interface CommandContext {
  readonly connection: OpsConnection;
  readonly screen: Screen;
  readonly config: OpsConfig;
  /** Timeout of a request to a service, in milliseconds. */
  readonly timeoutMs: number;
  /** Runs another command line, with a connection of its own, and returns what it would print. */
  readonly invoke: (words: readonly string[]) => Promise<Invoked>;
}

/** Output of a command: its result, its errors, and its exit code. */
export interface Invoked {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
}

/** Timeout of a request for which a service reads its complete data. */
export const WHOLE_RECORD_TIMEOUT_MS = 300_000;

export interface CommandSpec {
  /** The words that call the command, such as "markets list". */
  readonly path: string;
  readonly summary: string;
  /** Details beyond the summary: what the command changes, and what it never changes. */
  readonly description?: string;
  /** None by default. */
  readonly arguments?: readonly ArgumentSpec[];
  /** Number of required arguments, from the first on; all by default. */
  readonly argumentsMin?: number;
  readonly repeatsLastArgument?: boolean;
  /** Besides those of every command. */
  readonly options?: OptionSpecs;
  /** Default timeout of a command for which a service reads its complete data. */
  readonly timeoutMs?: number;
  readonly example: string;
  run(input: CommandInput, context: CommandContext): Promise<Answer>;
}

/** The parsed words after the command. */
export interface CommandInput {
  readonly arguments: readonly string[];
  readonly isJson: boolean;
  option(name: string): string | undefined;
  flag(name: string): boolean;
}

/** An argument that the specification declares. Throws when the specification lacks it. */
export function argumentAt(input: CommandInput, index: number): string {
  const value = input.arguments[index];
  if (value === undefined) throw new Error(`the command table has no argument ${index}`);
  return value;
}
