import type { LoggerService } from '@nestjs/common';

/** Writes one structured line per occurrence: an object with `msg` and figures. Nest's Logger implements it. */
export type EventLogger = Pick<LoggerService, 'log' | 'warn' | 'error'>;

/** Logs a recurring fault once, and logs its end. Otherwise an unreachable server would fill the disk with repeated lines. */
export class FaultLog {
  private current: string | null = null;

  constructor(
    private readonly logger: EventLogger,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  /** `sentence` identifies the fault; the same sentence twice in a row is one line. */
  fault(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (sentence === this.current) return;
    this.current = sentence;
    this.logger.warn({ msg: sentence, ...this.fields, ...fields });
  }

  /** Logs the recovery, if a fault was logged before. */
  recovered(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.current === null) return;
    this.current = null;
    this.logger.log({ msg: sentence, ...this.fields, ...fields });
  }
}

/** Replacements for messages of nats.js that are not sentences. */
const OF_CLIENT: Readonly<Record<string, string>> = {
  TIMEOUT: 'NATS did not answer in time; if only streams do not answer, JetStream may be off for want of disk: see its log',
  '503': 'no NATS server that is reached serves this stream now',
};

/** The reason of a failure, for a log line. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return OF_CLIENT[message] ?? message;
}
