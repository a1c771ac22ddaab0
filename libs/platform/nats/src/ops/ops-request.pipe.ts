import type { PipeTransform } from '@nestjs/common';
import { compileShape } from '@foretell/platform-server';
import { OpsContext } from './ops-context';
import { OpsRefusal } from './ops-refusal';

/**
 * Parses the request of an operator command into its class: it drops unknown fields, and reports all faults in one OpsRefusal.
 * Requests are flat. Rows of a list pass through unchanged, so that a batch of a thousand rows stays cheap.
 */
export class OpsRequestPipe<T extends object> implements PipeTransform<unknown, T | OpsContext> {
  private readonly read: ReturnType<typeof compileShape<T>>;

  constructor(type: new () => T) {
    this.read = compileShape(type);
  }

  /** Nest applies a method's pipes to each of its parameters. */
  transform(context: OpsContext): OpsContext;
  transform(plain: unknown): T;
  transform(plain: unknown): T | OpsContext {
    if (plain instanceof OpsContext) return plain;
    const read = this.read(plain);
    if (read.ok) return read.value;
    throw new OpsRefusal(read.field === '' ? 'the request must be an object' : read.faults.join('; '));
  }
}
