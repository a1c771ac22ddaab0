import * as fc from 'fast-check';
import { resolve, type OpenApi, type Operation, type Parameter, type Schema } from './schema';

/** A request of an operation, ready to be sent. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Undefined for none. */
  readonly body: unknown;
}

/** Known values by the name of a parameter or field, used as often as generated ones. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** The parts of a request: a value for each parameter of the operation, undefined for an omitted one, and a body. */
export interface RequestParts {
  readonly values: readonly unknown[];
  readonly body: unknown;
}

/** The same requests in every run, so that failures are reproducible. Another number generates others. */
export const REQUEST_SEED = 20_261_122;

/** Every request that a document allows for an operation, without aliases: with its name an alias is a parameter given twice. */
export function requestsOf(given: Operation, document: OpenApi, known: KnownValues = {}): fc.Arbitrary<ApiRequest> {
  const operation = { ...given, parameters: given.parameters.filter(({ deprecated }) => deprecated !== true) };
  return partsOf(operation, document, known).map(({ values, body }) => ({
    method: operation.method,
    target: targetOf(operation, values),
    body,
  }));
}

/** One of the requests that a document allows, always the same. */
export function sampleOf(operation: Operation, document: OpenApi, known: KnownValues = {}): RequestParts {
  const [sample] = fc.sample(partsOf(operation, document, known), { seed: 1, numRuns: 1 });
  if (sample === undefined) throw new Error(`no request of ${operation.name} can be generated`);
  return sample;
}

function partsOf(operation: Operation, document: OpenApi, known: KnownValues): fc.Arbitrary<RequestParts> {
  const values = operation.parameters.map((parameter) => parameterValues(parameter, { document, known }));
  const bodies = operation.body === undefined ? fc.constant(undefined) : valuesOf(operation.body, { document, known });
  return fc
    .tuple(fc.tuple(...values), operation.isBodyRequired ? bodies : fc.option(bodies, { nil: undefined }))
    .map(([given, body]) => ({ values: given, body }));
}

/** The path and query of an operation with the values of its parameters, in their order; undefined omits a query parameter. */
export function targetOf({ path, parameters }: Operation, values: readonly unknown[]): string {
  const query: string[] = [];
  const filled = parameters.reduce((target, parameter, at) => {
    const value = values[at];
    if (parameter.in === 'path') return target.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    if (parameter.in === 'query' && value !== undefined) {
      const texts = Array.isArray(value) ? value : [value];
      query.push(...texts.map((text) => `${parameter.name}=${encodeURIComponent(String(text))}`));
    }
    return target;
  }, path);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

interface Context {
  readonly document: OpenApi;
  readonly known: KnownValues;
}

function parameterValues({ name, schema, required, in: place }: Parameter, context: Context): fc.Arbitrary<unknown> {
  const values = namedValuesOf(name, schema, context);
  // A path with an empty part is a different path.
  if (place === 'path') return values.filter((value) => value !== '');
  return required === true ? values : fc.option(values, { nil: undefined });
}

function namedValuesOf(name: string, schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const values = valuesOf(schema, context);
  const meant = context.known[name];
  return meant === undefined ? values : fc.oneof(values, fc.constantFrom(...meant));
}

/** Values that satisfy a schema. */
function valuesOf(given: Schema, context: Context): fc.Arbitrary<unknown> {
  const schema = resolve(given, context.document);
  const values = plainValuesOf(schema, context);
  return schema.nullable === true ? fc.option(values, { nil: null }) : values;
}

function plainValuesOf(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const { enum: names, oneOf, anyOf, allOf } = schema;
  if (names !== undefined) return fc.constantFrom(...names);
  if (allOf !== undefined) return combined(schema, context);
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, context)));
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: Math.min(schema.maximum ?? 2 ** 31, Number.MAX_SAFE_INTEGER) });
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? -1_000), max: Math.floor(schema.maximum ?? 1_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(schema.items ?? { type: 'string' }, context), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? LENGTH_MAX, Math.max(LENGTH_MAX, schema.minItems ?? 0)),
      });
    case 'object':
      return objectsOf(schema, context, schema.required ?? []);
    default:
      throw new Error(`a schema without a type: ${JSON.stringify(schema)}`);
  }
}

/** Longer lists find no more faults. */
const LENGTH_MAX = 4;

/** Half a surrogate pair, which a URL cannot contain. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** By the schema's terms: in fast-check, building an arbitrary of texts is slower than generating some. */
const texts = new Map<string, fc.Arbitrary<string>>();

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength, maxLength } = schema;
  const terms = JSON.stringify([pattern, format, minLength, maxLength]);
  const known = texts.get(terms) ?? newTextsOf(schema);
  texts.set(terms, known);
  return known;
}

function newTextsOf({ pattern, format, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const fits = (text: string): boolean =>
    !LONE_SURROGATE.test(text) && text.length >= (minLength ?? 0) && text.length <= (maxLength ?? Number.MAX_SAFE_INTEGER);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return fc.string({ unit: 'binary', minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 30, 30) }).filter(fits);
}

function objectsOf({ properties = {} }: Schema, context: Context, required: readonly string[]): fc.Arbitrary<object> {
  const values = Object.entries(properties).map(([name, schema]) => [name, namedValuesOf(name, schema, context)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required], noNullPrototype: true });
}

/** allOf with anyOf and not of `required`: expresses "one of these names is required", and "not these together". */
function combined({ allOf = [], anyOf = [{}], not }: Schema, context: Context): fc.Arbitrary<unknown> {
  const parts = allOf.map((part) => resolve(part, context.document));
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Readonly<Record<string, Schema>>;
  const required = parts.flatMap((part) => part.required ?? []);
  const isAllowed = (value: object): boolean => not?.required?.every((name) => Object.hasOwn(value, name)) !== true;
  return fc
    .oneof(...anyOf.map((choice) => objectsOf({ properties }, context, [...required, ...(choice.required ?? [])])))
    .filter(isAllowed);
}
