import { runSurface } from '@foretell/platform-server';
import { readGammaConfig } from './gamma.config';
import { createGammaSurface } from './surface';

void runSurface('gamma', async () => {
  const config = readGammaConfig(process.env);
  return { app: await createGammaSurface(config), port: config.port };
});
