import type { OpsCommandName, OpsReply, OpsRequest } from '@foretell/contracts';
import type { MessageCounts } from '@foretell/platform-nats';
import type { OpsConnection } from '../connection/ops-connection';
import { COMMANDS } from '../program';
import { createPaint } from '../terminal/paint';
import type { Screen } from '../terminal/screen';
import { ServiceUnresponsive } from '../failure';
import { run } from '../cli/run';

type Answers = { readonly [N in OpsCommandName]?: OpsReply<N> | ((payload: OpsRequest<N>) => OpsReply<N>) };

export interface Outcome {
  readonly exitCode: number;
  readonly out: readonly string[];
  readonly complaints: readonly string[];
  readonly requests: readonly { readonly command: OpsCommandName; readonly payload: unknown }[];
  /** The timeout of each request, in milliseconds. */
  readonly timeouts: readonly number[];
}

/** Runs a command line against services with prepared replies; a service without a reply does not respond. */
export async function runWith(
  line: readonly string[],
  answers: Answers = {},
  options: {
    readonly columns?: number;
    readonly environment?: NodeJS.ProcessEnv;
    /** The contents of the streams; absent, NATS does not respond. */
    readonly held?: MessageCounts;
  } = {},
): Promise<Outcome> {
  const out: string[] = [];
  const complaints: string[] = [];
  const requests: { command: OpsCommandName; payload: unknown }[] = [];
  const timeouts: number[] = [];
  const screen: Screen = {
    columns: options.columns ?? Number.POSITIVE_INFINITY,
    paint: createPaint(false),
    print: (lines) => out.push(...lines),
    complain: (text) => complaints.push(text),
    status: () => undefined,
  };
  const connection: OpsConnection = {
    request<N extends OpsCommandName>(command: N, payload: OpsRequest<N>, timeoutMs: number): Promise<OpsReply<N>> {
      requests.push({ command, payload });
      timeouts.push(timeoutMs);
      const answer: OpsReply<N> | ((payload: OpsRequest<N>) => OpsReply<N>) | undefined = answers[command];
      if (answer === undefined) return Promise.reject(new ServiceUnresponsive(`${command} is not answered`));
      return Promise.resolve(typeof answer === 'function' ? answer(payload) : answer);
    },
    messageCounts: () =>
      options.held === undefined
        ? Promise.reject(new ServiceUnresponsive('NATS does not answer'))
        : Promise.resolve(options.held),
    close: () => Promise.resolve(),
  };
  const program = {
    commands: COMMANDS,
    version: '1.2.3',
    screen,
    environment: options.environment ?? {},
    openConnection: () => connection,
  };
  return { exitCode: await run(program, line), out, complaints, requests, timeouts };
}
