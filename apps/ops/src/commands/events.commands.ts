import type { CommandSpec } from '../cli/command';
import { oneOf, required, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';

const SERVICES = ['clob', 'gamma'] as const;

const replay: CommandSpec = {
  path: 'events replay',
  summary: "publish a service's events again, from a sequence on",
  description:
    'Use it after the streams were lost, or when the database was restored and a stream differs from the journal. The stream is purged and filled from the journal, under a new lineage. The lineage shows consumers from which event on they must discard what they applied. Consumers skip events of the same lineage that they have applied, so a replay is safe to repeat.',
  options: {
    surface: { type: 'string', value: 'SERVICE', summary: 'required: clob or gamma' },
    from: { type: 'string', value: 'SEQ', summary: 'required: the first sequence to publish, 1 for all' },
    'new-lineage': {
      type: 'boolean',
      summary: 'make every consumer read again: for a database whose disk was restored while the stream was emptied',
    },
  },
  example: 'ops events replay --surface clob --from 1',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SERVICES), 'surface');
    const from = required(wholeNumber(input, 'from', { min: 1, max: Number.MAX_SAFE_INTEGER }), 'from');
    const newLineage = input.flag('new-lineage');
    const replayed = await commanded(context, `ops.${surface}.facts.replay`, newLineage ? { from, newLineage } : { from });
    return {
      value: replayed,
      lines: [`${surface} publishes its events ${count(replayed.from)} to ${count(replayed.head)} again`],
    };
  },
};

const reread: CommandSpec = {
  path: 'events reread',
  summary: "apply the other service's events again, from the first one",
  description:
    'Use it when a service applied events of a system of record that was then restored to an earlier state. The catalog resets its figures and is not ready until it has caught up. The trading service applies the catalog events of each market again. For the data service, use: projections rebuild.',
  options: { surface: { type: 'string', value: 'SERVICE', summary: 'required: clob or gamma' } },
  example: 'ops events reread --surface gamma',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SERVICES), 'surface');
    const reread = await commanded(context, `ops.${surface}.facts.reread`, {});
    return { value: reread, lines: [`${surface} applies events 1 to ${count(reread.to)} again`] };
  },
};

export const EVENT_COMMANDS: readonly CommandSpec[] = [replay, reread];
