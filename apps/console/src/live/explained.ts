import { secondsText } from '../figures/instants';
import { ServiceError } from './service-error';

/** A failure for display: what happened, and the service's advice line by line. */
export interface Explained {
  readonly sentence: string;
  readonly advice: readonly string[];
}

/** Sentences for errors whose service text is not meant for users. All other errors show the service's own sentence. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['no_answer', 'This part of the exchange does not respond. The page retries automatically.'],
  ['rate_limited', 'Too many requests came from here.'],
  ['overloaded', 'The exchange is overloaded right now.'],
]);

export function explained(error: Error): Explained {
  if (!(error instanceof ServiceError)) return { sentence: error.message, advice: [] };
  const known = SENTENCES.get(error.code);
  const wait = error.retryAfterSeconds === null ? [] : [`Retry in ${secondsText(error.retryAfterSeconds)}.`];
  const said = known === undefined ? [] : [error.message];
  return { sentence: known ?? sentenceOf(error.message), advice: [...said, ...wait, ...detailLines(error.details)] };
}

/** `{expected: "0x and 64 hex digits", maximum: 500}` as "Expected: 0x and 64 hex digits", "Maximum: 500". */
export function detailLines(details: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(details).map(([name, value]) => `${labelOf(name)}: ${valueText(value)}`);
}

function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
