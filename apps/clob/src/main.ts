import 'reflect-metadata';
import { runSurface } from '@foretell/platform-server';
import { readClobConfig } from './clob.config';
import { createClobSurface } from './surface';

void runSurface(async () => {
  const config = readClobConfig();
  return { app: await createClobSurface(config), port: config.port };
});
