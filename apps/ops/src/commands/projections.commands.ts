import type { CommandSpec } from '../cli/command';
import { commanded } from '../connection/ops-connection';

const rebuild: CommandSpec = {
  path: 'projections rebuild',
  summary: "build the data surface's tables anew from the facts",
  story:
    'Reads go on from the tables of before until the new ones are whole. Needs the facts from the first on: replay them if the streams lost some.',
  arguments: [],
  options: {},
  example: 'ops projections rebuild',
  async run(_input, context) {
    const answer = await commanded(context, 'ops.data.projections.rebuild', {});
    return { value: answer, lines: [answer.message], exitCode: answer.started ? 0 : 1 };
  },
};

export const PROJECTION_COMMANDS: readonly CommandSpec[] = [rebuild];
