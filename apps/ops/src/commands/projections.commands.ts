import type { CommandSpec } from '../cli/command';
import { commanded } from '../connection/ops-connection';

const rebuild: CommandSpec = {
  path: 'projections rebuild',
  summary: "rebuild the data service's tables from the events",
  description:
    'Reads use the old tables until the new ones are complete. Needs all events from the first one on: replay them first if the streams lost any.',
  example: 'ops projections rebuild',
  async run(_input, context) {
    const answer = await commanded(context, 'ops.data.projections.rebuild', {});
    return { value: answer, lines: [answer.message], exitCode: answer.started ? 0 : 1 };
  },
};

export const PROJECTION_COMMANDS: readonly CommandSpec[] = [rebuild];
