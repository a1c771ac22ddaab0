import 'reflect-metadata';
import { runService, runTask } from '@foretell/platform-server';
import { exchangeRules, readClobConfig } from './clob.config';
import { examine, EXAMINE } from './ops/examination';
import { REPAIR, repairRecord, repairRequestOf } from './ops/repair-record';
import { createClobService } from './service';

if (process.argv[2] === EXAMINE) {
  void runTask(async () => {
    const config = readClobConfig();
    return JSON.stringify(await examine(config.databaseUrl, exchangeRules(config)));
  });
} else if (process.argv[2] === REPAIR) {
  void runTask(async () => {
    const request = repairRequestOf(process.argv.slice(3));
    return JSON.stringify(await repairRecord(readClobConfig().databaseUrl, request), null, 2);
  });
} else {
  void runService('clob', readClobConfig, createClobService);
}
