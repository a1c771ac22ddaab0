import 'reflect-metadata';
import { runService } from '@foretell/platform-server';
import { exchangeRules, readClobConfig } from './clob.config';
import { examine, EXAMINE } from './ops/examination';
import { REPAIR, repairRecord, repairRequestOf } from './ops/repair-record';
import { createClobService } from './service';

void runService('clob', readClobConfig, createClobService, {
  [EXAMINE]: async () => {
    const config = readClobConfig();
    return JSON.stringify(await examine(config.databaseUrl, exchangeRules(config)));
  },
  [REPAIR]: async (args) => {
    const request = repairRequestOf(args);
    return JSON.stringify(await repairRecord(readClobConfig().databaseUrl, request), null, 2);
  },
});
