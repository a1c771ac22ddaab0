/** Conditions of a statement with their values as parameters, never as text. */
export class Where {
  private readonly conditions: string[] = [];

  /** Values go on from those of another part of the same statement, where there is one. */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a condition; each ? stands for the next value. */
  add(condition: string, ...values: readonly unknown[]): this {
    let index = 0;
    this.conditions.push(condition.replaceAll('?', () => this.parameter(values[index++])));
    return this;
  }

  /** Undefined or null asks for nothing. */
  addIf(value: unknown, condition: string): this {
    return value === undefined || value === null ? this : this.add(condition, value);
  }

  /** A value used outside the conditions. @returns its place, "$3" */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.conditions.length === 0 ? '' : `WHERE ${this.conditions.join(' AND ')}`;
  }
}
