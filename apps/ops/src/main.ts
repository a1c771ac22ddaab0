#!/usr/bin/env node
import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { run } from './cli/run';
import { openNatsConnection } from './connection/nats-connection';
import { prefersPlain } from './ops.config';
import { COMMANDS, packageVersion } from './program';
import { processScreen } from './terminal/screen';

// Nest's client would log its connection into the command's output.
Logger.overrideLogger(false);

// A reader that closes the pipe early, such as head, is not a failure of the command.
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
