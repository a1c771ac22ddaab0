import { SERVICES, type LimitState } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server/defined-of';
import { argumentAt, type CommandSpec } from '../cli/command';
import { oneOf, required } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { UsageError } from '../failure';
import { count as grouped } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { shrinking, table } from '../terminal/table';

const SERVICE_OPTION = { surface: { type: 'string', value: 'SERVICE', summary: `required: ${SERVICES.join(', ')}` } } as const;
const USUAL = 'usual';

const show: CommandSpec = {
  path: 'limits show',
  summary: "show a service's request limits",
  options: SERVICE_OPTION,
  example: 'ops limits show --surface clob',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SERVICES), 'surface');
    const { limits } = await commanded(context, `ops.${surface}.limits.show`, {});
    const lines = limits.length === 0 ? [`${surface} counts no requests: LIMITS is off`] : limitTable(context.screen, limits);
    return { value: limits, lines };
  },
};

const set: CommandSpec = {
  path: 'limits set',
  summary: "change one of a service's request limits",
  description:
    'Every replica of the service applies the new limit within a second and keeps it across restarts. Requests counted before stay counted.',
  arguments: [
    { name: 'LIMIT', summary: 'a limit listed by limits show' },
    { name: 'COUNT', summary: `requests of one caller in any window, 0 to refuse all, or ${USUAL}` },
  ],
  options: SERVICE_OPTION,
  example: 'ops limits set order-burst 4800 --surface clob',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SERVICES), 'surface');
    const request = { limit: argumentAt(input, 0), ...definedOf({ count: countOf(argumentAt(input, 1)) }) };
    const state = await commanded(context, `ops.${surface}.limits.set`, request);
    return { value: state, lines: [`${surface} ${state.limit}: ${said(state)}`] };
  },
};

function countOf(text: string): number | undefined {
  if (text === USUAL) return undefined;
  if (!/^(0|[1-9][0-9]{0,9})$/.test(text)) throw new UsageError(`COUNT must be a whole number or "${USUAL}", not "${text}"`);
  return Number(text);
}

function said({ count: requests, windowMillis, scope }: LimitState): string {
  const each = scope === 'key' ? 'API key' : 'network address';
  return `${grouped(requests)} requests in ${windowMillis / 1000} s for each ${each}`;
}

function limitTable(screen: Screen, limits: readonly LimitState[]): readonly string[] {
  const rows = limits.map(({ limit, count: requests, usual, windowMillis, scope, routes }) => [
    limit,
    requests === usual ? grouped(requests) : `${grouped(requests)} (default ${grouped(usual)})`,
    `${windowMillis / 1000} s`,
    scope === 'key' ? 'API key' : 'address',
    routes.length === 0 ? 'every route' : routes.join(', '),
  ]);
  const columns = ['LIMIT', 'COUNT', 'WINDOW', 'COUNTED PER', shrinking('ROUTES')];
  return table(screen, columns, rows);
}

export const LIMIT_COMMANDS: readonly CommandSpec[] = [show, set];
