import { EXIT, type ExitCode } from './exit-code';

/** A failure with a sentence for the operator that says what to change, and its exit code. */
export abstract class CommandFailure extends Error {
  abstract readonly exitCode: ExitCode;
}

/** The command line is wrong. */
export class UsageError extends CommandFailure {
  readonly exitCode = EXIT.usage;
}

/** The service refused, or a file cannot be read. */
export class CommandRefused extends CommandFailure {
  readonly exitCode = EXIT.refused;
}

/** A service does not respond, or the connection to it is down. */
export class ServiceUnresponsive extends CommandFailure {
  readonly exitCode = EXIT.silent;
}
