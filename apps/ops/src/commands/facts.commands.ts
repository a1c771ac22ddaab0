import type { CommandSpec } from '../cli/command';
import { oneOf, required, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';

const SURFACES = ['clob', 'gamma'] as const;

const replay: CommandSpec = {
  path: 'facts replay',
  summary: "publish a surface's facts again, from a sequence on",
  story:
    'For a transport that lost its streams. The journal is the record; readers skip what they already applied, so a replay harms nobody.',
  arguments: [],
  options: {
    surface: { type: 'string', value: 'SURFACE', summary: 'required: clob or gamma' },
    from: { type: 'string', value: 'SEQ', summary: 'required: the first sequence to publish, 1 for all' },
  },
  example: 'ops facts replay --surface clob --from 1',
  async run(input, context) {
    const surface = required(oneOf(input, 'surface', SURFACES), 'surface');
    const from = required(wholeNumber(input, 'from', { min: 1, max: Number.MAX_SAFE_INTEGER }), 'from');
    const replayed = await commanded(context, `ops.${surface}.facts.replay`, { from });
    return {
      value: replayed,
      lines: [`${surface} publishes its facts ${count(replayed.from)} to ${count(replayed.head)} again`],
    };
  },
};

export const FACT_COMMANDS: readonly CommandSpec[] = [replay];
