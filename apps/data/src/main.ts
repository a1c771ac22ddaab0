import { runSurface } from '@foretell/platform-server';
import { readDataConfig } from './data.config';
import { createDataSurface } from './surface';

void runSurface('data', () => readDataConfig(process.env), createDataSurface);
