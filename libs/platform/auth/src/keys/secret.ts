import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A value that does not print: not by string conversion, JSON, inspection or structured logs. Only `reveal` gives it. */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Whoever calls this must not keep, log or throw it. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
