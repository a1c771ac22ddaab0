const LENIENT = Symbol.for('foretell.contracts.lenient');

/**
 * Marks a request class of a dialect whose callers send more than a server reads: parameters that the class does not have
 * are passed
 * over, an empty text is the parameter left out, and of one given more than once the last counts.
 */
export function LenientRequest(): ClassDecorator {
  return (type) => {
    Reflect.defineMetadata(LENIENT, true, type.prototype as object);
  };
}

export function isLenient(prototype: object): boolean {
  return Reflect.getMetadata(LENIENT, prototype) === true;
}
