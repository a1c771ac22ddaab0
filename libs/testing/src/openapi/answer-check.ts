import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApi, Operation } from './schema';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Checks a response against its document. Returns a sentence for an undocumented status or a body that violates its schema; empty
 * when it conforms.
 */
export function answerCheck(document: OpenApi): (operation: Operation, answer: ApiAnswer) => readonly string[] {
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'api');
  return (operation, { status, body }) => {
    if (!operation.statuses.includes(String(status))) return [`${operation.name} does not document ${status}`];
    const check = schemaAt(ajv, operation, status);
    if (check === undefined || check(body) === true) return [];
    return (check.errors ?? []).map((error) => `${operation.name} ${status}: ${sentenceOf(error)}`);
  };
}

/** Undefined for a response that is not JSON. */
function schemaAt(ajv: Ajv, { path, method }: Operation, status: number): ValidateFunction | undefined {
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`api#/${pointer}`);
}

function sentenceOf({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}
