import { EXIT, type ExitCode } from './exit-code';

/** A failure that the operator can read: one sentence that says what to change, and the exit code it ends with. */
export abstract class CommandFailure extends Error {
  abstract readonly exitCode: ExitCode;
}

/** The command line itself is wrong. */
export class UsageError extends CommandFailure {
  readonly exitCode = EXIT.usage;
}

/** The surface, or a file it was to get, refused. */
export class CommandRefused extends CommandFailure {
  readonly exitCode = EXIT.refused;
}

/** A surface, or the way to it, does not answer. */
export class SurfaceSilent extends CommandFailure {
  readonly exitCode = EXIT.silent;
}
