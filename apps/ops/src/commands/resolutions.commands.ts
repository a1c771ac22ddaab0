import type { OpsResult, ResolutionStageName, ResolutionState } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server/defined-of';
import { argumentAt, type ArgumentSpec, type CommandInput, type CommandSpec } from '../cli/command';
import { oneOf, required, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count, timeText } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { pairs, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const STAGES: readonly ResolutionStageName[] = ['awaiting', 'proposed', 'disputed', 'finalized', 'reversed', 'paid'];
const LIST_DEFAULT = 50;
const LIST_MAX = 500;
const MARKET: ArgumentSpec = { name: 'MARKET', summary: 'condition id, catalog id, slug or token id' };
const WINNER: ArgumentSpec = {
  name: 'WINNER',
  summary: "the winning outcome's label, or half for 0.50 USDC a share on both sides",
};
const STEP_OPTIONS = {
  note: { type: 'string', value: 'TEXT', summary: 'public explanation' },
  reference: { type: 'string', value: 'TEXT', summary: 'required: names the step; a repetition changes nothing' },
} as const;

const list: CommandSpec = {
  path: 'resolutions list',
  summary: 'list closed markets, and how far their results are',
  options: {
    stage: { type: 'string', value: 'STAGE', summary: `only ${STAGES.join(', ')}` },
    limit: { type: 'string', value: 'N', summary: `at most this many (default ${LIST_DEFAULT}, up to ${LIST_MAX})` },
    offset: { type: 'string', value: 'N', summary: 'skip this many' },
  },
  example: 'ops resolutions list --stage proposed',
  async run(input, context) {
    const page = await commanded(context, 'ops.clob.resolutions.list', {
      ...definedOf({ stage: oneOf(input, 'stage', STAGES) }),
      limit: wholeNumber(input, 'limit', { min: 1, max: LIST_MAX }) ?? LIST_DEFAULT,
      offset: wholeNumber(input, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0,
    });
    return { value: page, lines: listLines(context.screen, page) };
  },
};

const propose: CommandSpec = {
  path: 'resolutions propose',
  summary: 'propose the result of a market, and close it',
  description:
    'The first of two steps to a payout. The market closes: its open orders are canceled. During the dispute window any operator ' +
    'can object; afterwards another operator finalises the result.',
  arguments: [MARKET, WINNER],
  options: {
    source: { type: 'string', value: 'LINK', summary: 'where the result can be looked up; a site may require it' },
    ...STEP_OPTIONS,
  },
  example:
    'ops resolutions propose will-it-rain-in-lisbon-on-friday Yes --source https://weather.example/lisbon --reference TICKET-12',
  async run(input, context) {
    const request = { ...stepOf(input), winner: argumentAt(input, 1), ...definedOf({ source: input.option('source') }) };
    return answered(context.screen, await commanded(context, 'ops.clob.resolutions.propose', request));
  },
};

const finalize: CommandSpec = {
  path: 'resolutions finalize',
  summary: 'finalise a result that another operator proposed',
  description:
    'Possible when the dispute window is over, for the result that is proposed. The market is paid when the grace period ends; ' +
    'until then it can be reversed.',
  arguments: [MARKET, WINNER],
  options: STEP_OPTIONS,
  example: 'ops resolutions finalize will-it-rain-in-lisbon-on-friday Yes --reference TICKET-12',
  async run(input, context) {
    const request = { ...stepOf(input), winner: argumentAt(input, 1) };
    return answered(context.screen, await commanded(context, 'ops.clob.resolutions.finalize', request));
  },
};

/** Steps that only take a market. */
function step(name: 'object' | 'reverse', summary: string, description: string): CommandSpec {
  return {
    path: `resolutions ${name}`,
    summary,
    description,
    arguments: [MARKET],
    options: STEP_OPTIONS,
    example: `ops resolutions ${name} will-it-rain-in-lisbon-on-friday --reference TICKET-12`,
    run: async (input, context) =>
      answered(context.screen, await commanded(context, `ops.clob.resolutions.${name}`, stepOf(input))),
  };
}

function stepOf(input: CommandInput): { market: string; reference: string; note?: string } {
  const reference = required(input.option('reference'), 'reference');
  return { market: argumentAt(input, 0), reference, ...definedOf({ note: input.option('note') }) };
}

function answered(screen: Screen, stepped: OpsResult<'ops.clob.resolutions.propose'>) {
  const repeated = stepped.applied ? [] : ['nothing changed: the step had been done before under this reference'];
  return { value: stepped, lines: [...repeated, ...sheet(screen, stepped)] };
}

function sheet(screen: Screen, state: ResolutionState): readonly string[] {
  return [
    screen.paint.bold(plainText(state.question)),
    ...pairs(screen, [
      ['stage', state.stage],
      ['result', plainText(state.result ?? '-')],
      ['proposed by', state.proposedBy ?? '-'],
      ['source', plainText(state.source === '' ? '-' : state.source)],
      ['last step by', state.by ?? '-'],
      ['note', plainText(state.note === '' ? '-' : state.note)],
      ...until(state),
    ]),
  ];
}

function until({ stage, until: millis }: ResolutionState): [string, string][] {
  if (millis === null) return [];
  return [[stage === 'finalized' ? 'paid at' : 'can be finalised at', timeText(millis)]];
}

function listLines(screen: Screen, { resolutions, total }: OpsResult<'ops.clob.resolutions.list'>): readonly string[] {
  if (resolutions.length === 0) return ['no such markets'];
  return [
    ...table(
      screen,
      ['STAGE', 'SLUG', shrinking('QUESTION'), 'RESULT', 'UNTIL'],
      resolutions.map((state) => [
        state.stage,
        plainText(state.slug),
        plainText(state.question),
        plainText(state.result ?? '-'),
        state.until === null ? '-' : timeText(state.until),
      ]),
    ),
    '',
    screen.paint.dim(`${count(resolutions.length)} of ${count(total)}`),
  ];
}

export const RESOLUTION_COMMANDS: readonly CommandSpec[] = [
  list,
  propose,
  step(
    'object',
    'object to a proposed result',
    'The result is not finalised. Another one can be proposed. Possible until the result is finalised.',
  ),
  finalize,
  step(
    'reverse',
    'reverse a finalised result before it is paid',
    'The market awaits another proposal. After the payout it is refused.',
  ),
];
