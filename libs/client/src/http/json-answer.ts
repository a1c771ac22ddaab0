import { ClientError, refusal } from './client-error';
import type { HttpAnswer } from './transport';

/**
 * Parses the JSON of a response. Beyond object or list, its shape is not checked: the contract promises it. Throws ClientError
 * for any status but 200, for invalid JSON, and for a list in place of an object or the reverse.
 */
export function readObject<T extends object>({ status, text }: HttpAnswer): T {
  const value = read(status, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  throw unpromised(status, text, 'the response is not a JSON object');
}

/** As `readObject`, for a list. */
export function readList<T>({ status, text }: HttpAnswer): readonly T[] {
  const value = read(status, text);
  if (Array.isArray(value)) return value as readonly T[];
  throw unpromised(status, text, 'the response is not a JSON list');
}

function read(status: number, text: string): unknown {
  if (status !== 200) throw refusal(status, text);
  try {
    return JSON.parse(text);
  } catch {
    throw unpromised(status, text, 'the response is not valid JSON');
  }
}

function unpromised(status: number, text: string, message: string): ClientError {
  return new ClientError(message, { status, code: 'unpromised_answer', text });
}
