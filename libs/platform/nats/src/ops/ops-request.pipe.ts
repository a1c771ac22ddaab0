import type { PipeTransform } from '@nestjs/common';
import { getMetadataStorage, validateSync } from 'class-validator';
import { OpsRefusal } from './ops-refusal';

/**
 * Parses the request of an operator command into its class: it drops unknown fields, and reports all faults in one OpsRefusal.
 * Requests are flat. Rows of a list pass through unchanged, so that a batch of a thousand rows stays cheap.
 */
export class OpsRequestPipe<T extends object> implements PipeTransform<unknown, T> {
  private readonly fields: readonly string[];

  constructor(private readonly type: new () => T) {
    const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    this.fields = [...new Set(checks.map(({ propertyName }) => propertyName))];
  }

  transform(plain: unknown): T {
    if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
      throw new OpsRefusal('the request must be an object');
    const given = new Map<string, unknown>(Object.entries(plain));
    const known = this.fields.filter((name) => given.has(name)).map((name) => [name, given.get(name)] as const);
    const request: T = Object.assign(new this.type(), Object.fromEntries(known));
    const errors = validateSync(request, { stopAtFirstError: true, forbidUnknownValues: this.fields.length > 0 });
    const faults = errors.flatMap(({ constraints }) => Object.values(constraints ?? {}));
    if (faults.length > 0) throw new OpsRefusal(faults.join('; '));
    return request;
  }
}
