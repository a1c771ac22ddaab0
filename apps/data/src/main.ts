import { runService } from '@foretell/platform-server';
import { readDataConfig } from './data.config';
import { createDataService } from './service';

void runService('data', () => readDataConfig(process.env), createDataService);
