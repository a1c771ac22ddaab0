import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A value that is not printed by string conversion, JSON, inspection or structured logs. Only `reveal` returns it. */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. The caller must not store, log or throw it. */
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
