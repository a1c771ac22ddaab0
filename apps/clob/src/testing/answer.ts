import type { HttpAnswer } from '@foretell/client';

export type Fields = Readonly<Record<string, unknown>>;

/** A response with its body parsed as JSON, or as text if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

export function answerOf({ status, text }: HttpAnswer): Answer {
  try {
    return { status, text, body: JSON.parse(text) };
  } catch {
    return { status, text, body: text };
  }
}

/** The value as an object; throws otherwise. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value));
}

/** The value as a list of objects; throws otherwise. */
export function listOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) throw new Error(`no list: ${JSON.stringify(value)}`);
  return value.map(fieldsOf);
}

/** The rows of a paged answer. */
export function rowsOf({ body }: Answer): Fields[] {
  return listOf(fieldsOf(body)['data']);
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}
