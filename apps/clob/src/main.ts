import 'reflect-metadata';
import { runSurface, runTask } from '@foretell/platform-server';
import { exchangeRules, readClobConfig } from './clob.config';
import { examine, EXAMINE } from './ops/examination';
import { createClobSurface } from './surface';

if (process.argv[2] === EXAMINE) {
  void runTask(async () => {
    const config = readClobConfig();
    return JSON.stringify(await examine(config.databaseUrl, exchangeRules(config)));
  });
} else {
  void runSurface('clob', async () => {
    const config = readClobConfig();
    return { app: await createClobSurface(config), port: config.port };
  });
}
