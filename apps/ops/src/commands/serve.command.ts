import { once } from 'node:events';
import type { CommandSpec } from '../cli/command';
import { wholeNumber } from '../cli/parse-input';
import { CommandRefused } from '../failure';
import { startWorkbench } from '../workbench/server';

const PORT = 3004;

const serve: CommandSpec = {
  path: 'serve',
  summary: "serve the operator's workbench to a browser on this machine",
  description:
    'Listens on 127.0.0.1 only and prints an address that works once. Each form runs a command of ops, under your name. Stop it with Ctrl+C.',
  options: { port: { type: 'string', value: 'N', summary: `its port (default ${PORT}); 0: any free one` } },
  example: 'ops serve --port 3004',
  async run(input, { screen, invoke }) {
    const port = wholeNumber(input, 'port', { min: 0, max: 65_535 }) ?? PORT;
    const workbench = await startWorkbench(invoke, port).catch((error: unknown) => {
      throw new CommandRefused(`port ${port} cannot be used; name another by --port`, { cause: error });
    });
    screen.print([`Open ${workbench.address}`, 'The address works once. Ctrl+C stops the workbench.']);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await workbench.close();
    return { value: null, lines: [] };
  },
};

export const SERVE_COMMANDS: readonly CommandSpec[] = [serve];
