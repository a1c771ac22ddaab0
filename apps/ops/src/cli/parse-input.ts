import { parseArgs } from 'node:util';
import { messageOf } from '@foretell/platform-server/message-of';
import type { CommandInput, CommandSpec, OptionSpecs } from './command';
import { UsageError } from '../failure';

/** Options of every command, unless the command defines one of that name. */
export const COMMON_OPTIONS: OptionSpecs = {
  reference: { type: 'string', value: 'TEXT', summary: 'reason for the command, such as a ticket; stored in the audit' },
  json: { type: 'boolean', summary: 'print the result as JSON' },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    summary: 'how long to wait for a service (default 15; 300 for doctor and report)',
  },
  help: { type: 'boolean', summary: 'print this help' },
};

/** Node takes it for an option. */
const NEGATIVE = /^-\.?[0-9]/;

export interface ParsedInput extends CommandInput {
  readonly wantsHelp: boolean;
  readonly timeoutMs: number | undefined;
}

/** Parses the words after a command. Throws UsageError for words that its specification does not contain. */
export function parseInput(spec: CommandSpec, words: readonly string[]): ParsedInput {
  const { values, positionals } = parse(spec, words);
  const option = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const flag = (name: string): boolean => values[name] === true;
  const wantsHelp = flag('help');
  if (!wantsHelp) checkArguments(spec, positionals);
  return {
    arguments: positionals,
    isJson: flag('json'),
    option,
    flag,
    wantsHelp,
    timeoutMs: timeoutOf(option('timeout')),
  };
}

function parse(
  spec: CommandSpec,
  words: readonly string[],
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  const specs = { ...COMMON_OPTIONS, ...spec.options };
  const options = Object.fromEntries(Object.entries(specs).map(([name, { type }]) => [name, { type, ...shortOf(name) }]));
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    const negative = words.find((word) => NEGATIVE.test(word));
    const message = negative === undefined ? plainMessage(error) : `a number must not be negative: "${negative}"`;
    throw new UsageError(message, { cause: error });
  }
}

function shortOf(name: string): { short?: string } {
  return name === 'help' ? { short: 'h' } : {};
}

/** Node's own error message, without its advice on `--`, which no operator needs. */
function plainMessage(error: unknown): string {
  const message = messageOf(error);
  return message.split(/\. To specify|\nDid you forget/)[0] ?? message;
}

function checkArguments(spec: CommandSpec, given: readonly string[]): void {
  const { arguments: named = [], argumentsMin: needed = named.length } = spec;
  if (given.length < needed) {
    const missing = named.slice(given.length, needed).map(({ name }) => name);
    throw new UsageError(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`);
  }
  if (spec.repeatsLastArgument !== true && given.length > named.length) {
    throw new UsageError(`"${given[named.length] ?? ''}" is one argument too many; put quotes around a text with spaces`);
  }
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new UsageError(`--timeout must be whole seconds from 1 to 9999, not "${text}"`);
  return Number(text) * 1000;
}

/** Parses an integer option. Throws UsageError for anything else. */
export function wholeNumber(
  input: CommandInput,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const text = input.option(name);
  if (text === undefined) return undefined;
  const value = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < bounds.min || value > bounds.max) {
    throw new UsageError(`--${name} must be a whole number from ${bounds.min} to ${bounds.max}, not "${text}"`);
  }
  return value;
}

/** Parses an option with a fixed set of values. Throws UsageError for anything else. */
export function oneOf<T extends string>(input: CommandInput, name: string, words: readonly T[]): T | undefined {
  const text = input.option(name);
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${words.join(', ')}, not "${text}"`);
  return found;
}

/** A required option. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

const DECIMAL = /^(0|[1-9][0-9]{0,9})(\.[0-9]{1,6})?$/;

/** A decimal text such as "0.01"; the service checks its range. */
export function decimalText(text: string, what: string): string {
  if (!DECIMAL.test(text))
    throw new UsageError(`${what} must be a decimal number such as 10 or 0.5 with at most 6 decimals, not "${text}"`);
  return text;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A wallet address; in any case. */
export function walletText(text: string, what: string): string {
  if (!ADDRESS.test(text)) throw new UsageError(`${what} must be an address, 0x and 40 hex digits, not "${text}"`);
  return text;
}
