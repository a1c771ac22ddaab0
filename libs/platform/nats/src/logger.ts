import type { LoggerService } from '@nestjs/common';

/** One structured line an occurrence: an object with `msg` and figures. Nest's Logger is one. */
export type FactLogger = Pick<LoggerService, 'log' | 'warn' | 'error'>;

/**
 * Logs a fault once, however often it recurs, and says when it is over. Else a server that is down would fill the disk with its
 * own name.
 */
export class FaultLog {
  private current: string | null = null;

  constructor(
    private readonly logger: FactLogger,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  /** `sentence` identifies the fault; the same sentence twice in a row is one line. */
  fault(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (sentence === this.current) return;
    this.current = sentence;
    this.logger.warn({ msg: sentence, ...this.fields, ...fields });
  }

  /** All is well: says so if it was not. */
  recovered(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.current === null) return;
    this.current = null;
    this.logger.log({ msg: sentence, ...this.fields, ...fields });
  }
}

/** Of nats.js, whose messages are no sentences. */
const OF_CLIENT: Readonly<Record<string, string>> = {
  TIMEOUT: 'NATS did not answer in time; if only streams do not answer, JetStream may be off for want of disk: see its log',
  '503': 'no NATS server that is reached serves this stream now',
};

/** What went wrong, for a log line. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return OF_CLIENT[message] ?? message;
}
