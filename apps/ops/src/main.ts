#!/usr/bin/env node
import 'reflect-metadata';
import { run } from './cli/run';
import { openNatsConnection } from './connection/nats-connection';
import { prefersPlain } from './ops.config';
import { COMMANDS, packageVersion } from './program';
import { processScreen } from './terminal/screen';

// A reader that closes early, such as head, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void run(
  {
    commands: COMMANDS,
    version: packageVersion(),
    screen: processScreen(process, prefersPlain(process.env)),
    environment: process.env,
    openConnection: (_config, reference) => openNatsConnection(process.env, reference),
  },
  process.argv.slice(2),
).then((exitCode) => {
  process.exitCode = exitCode;
});
