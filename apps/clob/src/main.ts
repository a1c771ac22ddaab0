import 'reflect-metadata';
import { runSurface } from '@foretell/platform-server';
import { readSurfaceSettings } from './clob.config';
import { createClobSurface } from './surface';

void runSurface(async () => {
  const settings = readSurfaceSettings();
  return { app: await createClobSurface(settings), port: settings.config.port };
});
