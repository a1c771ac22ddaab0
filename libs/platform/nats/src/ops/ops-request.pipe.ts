import type { PipeTransform } from '@nestjs/common';
import { compileShape } from '@foretell/platform-server';
import { OpsRefusal } from './ops-refusal';

/**
 * Parses the request of an operator command into its class: it drops unknown fields, and reports all faults in one OpsRefusal.
 * Requests are flat. Rows of a list pass through unchanged, so that a batch of a thousand rows stays cheap.
 */
export class OpsRequestPipe<T extends object> implements PipeTransform<unknown, T> {
  private readonly read: ReturnType<typeof compileShape<T>>;

  constructor(type: new () => T) {
    this.read = compileShape(type);
  }

  transform(plain: unknown): T {
    const read = this.read(plain);
    if (read.ok) return read.value;
    throw new OpsRefusal(read.field === '' ? 'the request must be an object' : read.faults.join('; '));
  }
}
