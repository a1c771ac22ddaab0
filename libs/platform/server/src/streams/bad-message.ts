import type { ClassConstructor } from 'class-transformer';
import { compileShape } from '../compiled-shape';

/** An invalid stream message, or an invalid part of one. The client receives the code and the reason, and stays connected. */
export class BadMessage extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Parses a client's message into its class. `form` describes a valid message, for one that is not an object. Throws
 * BadMessage.
 */
export function readMessage<T extends object>(type: ClassConstructor<T>, text: string, form: string): T {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new BadMessage('invalid_message', form);
  }
  return readPart(type, message, form);
}

/** The same for a part of a message. */
export function readPart<T extends object>(type: ClassConstructor<T>, part: unknown, form: string): T {
  const read = compileShape(type)(part);
  if (read.ok) return read.value;
  throw new BadMessage(read.words?.code ?? 'invalid_message', read.field === '' ? form : (read.faults[0] ?? form));
}
