import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApi, Operation } from './schema';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Says what of an answer its document does not promise: an undocumented status, a body that is not of its schema. Empty when all
 * is well.
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

/** Undefined for an answer that is no JSON. */
function schemaAt(ajv: Ajv, { path, method }: Operation, status: number): ValidateFunction | undefined {
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`api#/${pointer}`);
}

function sentenceOf({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}
