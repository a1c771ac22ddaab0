const LENIENT = Symbol.for('foretell.contracts.lenient');

/**
 * Marks a request class whose clients send more than the service reads. Ignores undeclared parameters, treats an empty text as
 * absent, and uses the last value of a repeated parameter.
 */
export function LenientRequest(): ClassDecorator {
  return (type) => {
    Reflect.defineMetadata(LENIENT, true, type.prototype as object);
  };
}

export function isLenient(prototype: object): boolean {
  return Reflect.getMetadata(LENIENT, prototype) === true;
}
