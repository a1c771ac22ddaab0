import { SERVICES, type DeadLetter, type DeadLettersRequest } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server/defined-of';
import type { CommandInput, CommandSpec, OptionSpecs } from '../cli/command';
import { oneOf, required, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { EXIT } from '../exit-code';
import { UsageError } from '../failure';
import { count } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const SOURCES = ['clob', 'gamma'] as const;

const WHICH: OptionSpecs = {
  surface: { type: 'string', value: 'SERVICE', summary: `required, the service: ${SERVICES.join(', ')}` },
  source: { type: 'string', value: 'SOURCE', summary: `only events published by ${SOURCES.join(' or ')}` },
  sequence: { type: 'string', value: 'SEQ', summary: 'only the event with this sequence of its source' },
};

function serviceOf(input: CommandInput): (typeof SERVICES)[number] {
  return required(oneOf(input, 'surface', SERVICES), 'surface');
}

function requestOf(input: CommandInput): DeadLettersRequest {
  return definedOf({
    source: oneOf(input, 'source', SOURCES),
    sequence: wholeNumber(input, 'sequence', { min: 1, max: Number.MAX_SAFE_INTEGER }),
  });
}

function eventLines(screen: Screen, events: readonly DeadLetter[]): readonly string[] {
  if (events.length === 0) return [];
  const columns = ['event', 'type', 'about', 'times', shrinking('why')];
  const rows = events.map(({ source, sequence, lastSequence, type, subject, count: times, reason }) => [
    `${source} ${sequence}${lastSequence === sequence ? '' : ` to ${lastSequence}`}`,
    plainText(type === '' ? 'unreadable' : type),
    plainText(subject),
    String(times),
    plainText(reason),
  ]);
  return table(screen, columns, rows);
}

const list: CommandSpec = {
  path: 'events dead-letters list',
  summary: 'list the events that a service could not apply, with the reasons',
  options: WHICH,
  example: 'ops events dead-letters list --surface clob',
  async run(input, context) {
    const found = await commanded(context, `ops.${serviceOf(input)}.set-aside.list`, requestOf(input));
    return {
      value: found,
      lines: [...eventLines(context.screen, found.facts), `${count(found.total)} events are dead-lettered`],
    };
  },
};

const replay: CommandSpec = {
  path: 'events dead-letters replay',
  summary: 'apply dead-lettered events again',
  description:
    'Run it after the cause was fixed. It is safe to repeat. The data service applies trading events again by "projections rebuild", because positions depend on their order.',
  options: WHICH,
  example: 'ops events dead-letters replay --surface clob',
  async run(input, context) {
    const done = await commanded(context, `ops.${serviceOf(input)}.set-aside.replay`, requestOf(input));
    const { applied, refused } = done;
    return {
      value: done,
      lines: [
        ...eventLines(context.screen, refused),
        `${count(applied)} events were applied, ${count(refused.length)} were refused again`,
      ],
      exitCode: refused.length === 0 ? EXIT.done : EXIT.refused,
    };
  },
};

const drop: CommandSpec = {
  path: 'events dead-letters drop',
  summary: 'drop dead-lettered events',
  description: 'The service continues without them for good. Name one event by its source and sequence, or drop all with --all.',
  options: { ...WHICH, all: { type: 'boolean', summary: 'every event that the other options select' } },
  example: 'ops events dead-letters drop --surface clob --source gamma --sequence 4711',
  async run(input, context) {
    const request = requestOf(input);
    if (!input.flag('all') && (request.source === undefined || request.sequence === undefined))
      throw new UsageError('name the event by --source and --sequence, or give --all');
    const done = await commanded(context, `ops.${serviceOf(input)}.set-aside.drop`, request);
    return { value: done, lines: [`${count(done.dropped)} events were dropped`] };
  },
};

export const DEAD_LETTER_COMMANDS: readonly CommandSpec[] = [list, replay, drop];
