import { runService } from '@foretell/platform-server';
import { readGammaConfig } from './gamma.config';
import { createGammaService } from './service';

void runService('gamma', () => readGammaConfig(process.env), createGammaService);
