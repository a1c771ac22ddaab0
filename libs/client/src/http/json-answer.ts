import { ClientError, refusal } from './client-error';
import type { HttpAnswer } from './transport';

/**
 * The JSON of an answer. Its shape is the contract's promise, taken on trust but for whether it is a list or not. Throws
 * ClientError for any status but 200, for what is no JSON, and for a list in the place of an object or the reverse.
 */
export function readObject<T extends object>({ status, text }: HttpAnswer): T {
  const value = read(status, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  throw unpromised(status, text, 'the answer is no object');
}

/** The same for a list. */
export function readList<T>({ status, text }: HttpAnswer): readonly T[] {
  const value = read(status, text);
  if (Array.isArray(value)) return value as readonly T[];
  throw unpromised(status, text, 'the answer is no list');
}

function read(status: number, text: string): unknown {
  if (status !== 200) throw refusal(status, text);
  try {
    return JSON.parse(text);
  } catch {
    throw unpromised(status, text, 'the answer is no JSON');
  }
}

function unpromised(status: number, text: string, message: string): ClientError {
  return new ClientError(message, { status, code: 'unpromised_answer', text });
}
