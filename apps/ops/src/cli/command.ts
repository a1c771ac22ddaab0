import type { OpsConfig } from '../ops.config';
import type { OpsConnection } from '../connection/ops-connection';
import type { Screen } from '../terminal/screen';
import type { ExitCode } from '../exit-code';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help, for a string option. */
  readonly value?: string;
  readonly summary: string;
}
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
}

/** What a command hands back: the value for --json, the lines for a person, and how the process ends. */
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
  /** How long to wait for a surface, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a surface may take for its whole record. */
export const WHOLE_RECORD_TIMEOUT_MS = 300_000;

export interface CommandSpec {
  /** The words that call it, such as "markets list". */
  readonly path: string;
  readonly summary: string;
  /** More than the summary: what it does to the system, and what it never does. */
  readonly story?: string;
  readonly arguments: readonly ArgumentSpec[];
  /** How many of the arguments, from the first on, must be there. All unless said. */
  readonly argumentsMin?: number;
  readonly repeatsLastArgument?: boolean;
  readonly options: OptionSpecs;
  /** Of one for which a surface reads its whole record: how long it is waited for, unless the operator says otherwise. */
  readonly timeoutMs?: number;
  readonly example: string;
  run(input: CommandInput, context: CommandContext): Promise<Answer>;
}

/** The parsed words after the command. */
export interface CommandInput {
  readonly arguments: readonly string[];
  /** Arguments and options exactly as typed, for a command that reads them itself. */
  readonly raw: readonly string[];
  readonly isJson: boolean;
  option(name: string): string | undefined;
  flag(name: string): boolean;
}

/** The argument at a place that the specification promises; its absence is a fault of the specification. */
export function argumentAt(input: CommandInput, index: number): string {
  const value = input.arguments[index];
  if (value === undefined) throw new Error(`the command table promises argument ${index}`);
  return value;
}
