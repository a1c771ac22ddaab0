/** Conditions of a statement with their values as parameters, never as text. */
export class Where {
  private readonly conditions: string[] = [];

  /** Continues the values of another part of the same statement, if given. */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a condition; each ? is replaced by the next value. */
  add(condition: string, ...values: readonly unknown[]): this {
    let index = 0;
    this.conditions.push(condition.replaceAll('?', () => this.parameter(values[index++])));
    return this;
  }

  /** Undefined or null adds no condition. */
  addIf(value: unknown, condition: string): this {
    return value === undefined || value === null ? this : this.add(condition, value);
  }

  /**
   * A value used outside the conditions.
   * @returns its placeholder, "$3"
   */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.conditions.length === 0 ? '' : `WHERE ${this.conditions.join(' AND ')}`;
  }
}
