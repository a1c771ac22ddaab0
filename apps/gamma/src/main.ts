import { runSurface } from '@foretell/platform-server';
import { readGammaConfig } from './gamma.config';
import { createGammaSurface } from './surface';

void runSurface('gamma', () => readGammaConfig(process.env), createGammaSurface);
