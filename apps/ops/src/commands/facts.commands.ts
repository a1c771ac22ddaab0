import type { CommandSpec } from '../cli/command';
import { oneOf, required, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';

const SURFACES = ['clob', 'gamma'] as const;

const replay: CommandSpec = {
  path: 'facts replay',
  summary: "publish a surface's facts again, from a sequence on",
  story:
    'For a transport that lost its streams, and the decision about a stream that is not the journal because the database went back: the stream is purged and the journal takes its place, under a lineage that tells readers from where on what they applied never happened. Readers skip what they already applied of the same lineage, so a replay harms nobody.',
  arguments: [],
  options: {
    surface: { type: 'string', value: 'SURFACE', summary: 'required: clob or gamma' },
    from: { type: 'string', value: 'SEQ', summary: 'required: the first sequence to publish, 1 for all' },
    'new-lineage': {
      type: 'boolean',
      summary: 'every reader has to read again: the disk of the database was put back, and the stream was emptied',
    },
  },
  example: 'ops facts replay --surface clob --from 1',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SURFACES), 'surface');
    const from = required(wholeNumber(input, 'from', { min: 1, max: Number.MAX_SAFE_INTEGER }), 'from');
    const newLineage = input.flag('new-lineage');
    const replayed = await commanded(context, `ops.${surface}.facts.replay`, newLineage ? { from, newLineage } : { from });
    return {
      value: replayed,
      lines: [`${surface} publishes its facts ${count(replayed.from)} to ${count(replayed.head)} again`],
    };
  },
};

const reread: CommandSpec = {
  path: 'facts reread',
  summary: "apply the other surface's facts again from the first one",
  story:
    'For a surface that applied facts of a record that went back. The catalog takes its figures back first and is not ready until it has caught up; the trading surface applies what the catalog says of each market. The data surface has its own: projections rebuild.',
  arguments: [],
  options: { surface: { type: 'string', value: 'SURFACE', summary: 'required: clob or gamma' } },
  example: 'ops facts reread --surface gamma',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SURFACES), 'surface');
    const reread = await commanded(context, `ops.${surface}.facts.reread`, {});
    return { value: reread, lines: [`${surface} applies facts 1 to ${count(reread.to)} again`] };
  },
};

export const FACT_COMMANDS: readonly CommandSpec[] = [replay, reread];
