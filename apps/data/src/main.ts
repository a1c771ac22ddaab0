import { runSurface } from '@foretell/platform-server';
import { readDataConfig } from './data.config';
import { createDataSurface } from './surface';

void runSurface('data', async () => {
  const config = readDataConfig(process.env);
  return { app: await createDataSurface(config), port: config.port };
});
