import { messageOf } from '@foretell/platform-server/message-of';
import { readOpsConfig, type OpsConfig } from '../ops.config';
import type { OpsConnection } from '../connection/ops-connection';
import { createPaint } from '../terminal/paint';
import type { Screen } from '../terminal/screen';
import type { Answer, CommandSpec, Invoked } from './command';
import { EXIT, type ExitCode } from '../exit-code';
import { CommandFailure, UsageError } from '../failure';
import { commandHelp, groupHelp, overallHelp } from './help';
import { parseInput } from './parse-input';

const DEFAULT_TIMEOUT_MS = 15_000;

export interface Program {
  readonly commands: readonly CommandSpec[];
  readonly version: string;
  readonly screen: Screen;
  readonly environment: NodeJS.ProcessEnv;
  /** The reference is the operator's reason, if given. */
  openConnection(config: OpsConfig, reference: string | undefined): OpsConnection;
}

/** Runs one command line. Never throws: a failure becomes a sentence on the error stream and an exit code. */
export async function run(program: Program, words: readonly string[]): Promise<ExitCode> {
  const { screen, commands } = program;
  const general = generalAnswer(program, words);
  if (general !== undefined) {
    screen.print(general);
    return EXIT.done;
  }
  const spec = find(commands, words);
  try {
    if (spec === undefined) throw new UsageError(unknownCommand(commands, words));
    const rest = words.slice(spec.path.split(' ').length);
    return await runCommand(program, spec, rest);
  } catch (error) {
    return report(screen, spec, error);
  }
}

/** Output that needs no command: the help of all commands or of a group, and the version. */
function generalAnswer({ commands, version }: Program, words: readonly string[]): readonly string[] | undefined {
  const [first] = words;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return overallHelp(commands, version);
  if (first === '--version' || first === '-v') return [version];
  const group = commands.filter(({ path }) => path.startsWith(`${first} `));
  const isGroupOnly = words.slice(1).every((word) => word === '--help' || word === '-h');
  return group.length > 0 && isGroupOnly ? groupHelp(first, group) : undefined;
}

function find(commands: readonly CommandSpec[], words: readonly string[]): CommandSpec | undefined {
  return commands.find(({ path }) => path.split(' ').every((word, index) => words[index] === word));
}

function unknownCommand(commands: readonly CommandSpec[], words: readonly string[]): string {
  const option = words.find((word) => word.startsWith('-'));
  const plain = words.filter((word) => !word.startsWith('-'));
  // The words before the command are the values of options.
  const meant = plain.map((_, index) => find(commands, plain.slice(index))).find((spec) => spec !== undefined);
  if (option !== undefined && (meant !== undefined || option === words[0]))
    return `options follow the command: ops ${meant?.path ?? 'COMMAND'} ${option}`;
  const group = commands.filter(({ path }) => path.split(' ')[0] === words[0]).map(({ path }) => path);
  const suggestion = group.length === 0 ? 'see ops --help' : `commands of this group: ${group.join(', ')}`;
  return `there is no command "${words.slice(0, 2).join(' ')}"; ${suggestion}`;
}

async function runCommand(program: Program, spec: CommandSpec, words: readonly string[]): Promise<ExitCode> {
  const input = parseInput(spec, words);
  if (input.wantsHelp) {
    program.screen.print(commandHelp(spec));
    return EXIT.done;
  }
  const config = readOpsConfig(program.environment);
  const connection = program.openConnection(config, input.option('reference'));
  try {
    const timeoutMs = input.timeoutMs ?? spec.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const answer = await spec.run(input, {
      connection,
      screen: program.screen,
      config,
      timeoutMs,
      invoke: (line) => invoke(program, line),
    });
    program.screen.print(linesOf(answer, input.isJson));
    return answer.exitCode ?? EXIT.done;
  } finally {
    await connection.close();
  }
}

async function invoke(program: Program, words: readonly string[]): Promise<Invoked> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const screen: Screen = {
    columns: Number.POSITIVE_INFINITY,
    paint: createPaint(false),
    print: (printed) => void lines.push(...printed),
    complain: (line) => void complaints.push(line.replace(/^ops: /, '')),
    status: () => undefined,
  };
  return { exitCode: await run({ ...program, screen }, words), lines, complaints };
}

function linesOf(answer: Answer, isJson: boolean): readonly string[] {
  return isJson ? [JSON.stringify(answer.value, null, 2)] : answer.lines;
}

function report(screen: Screen, spec: CommandSpec | undefined, error: unknown): ExitCode {
  if (error instanceof CommandFailure) {
    screen.complain(`ops: ${error.message}`);
    if (error.exitCode === EXIT.usage && spec !== undefined) screen.complain(`     see ops ${spec.path} --help`);
    return error.exitCode;
  }
  screen.complain(`ops: ${messageOf(error)}`);
  return EXIT.refused;
}
