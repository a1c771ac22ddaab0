/** The parts of an OpenAPI document that its completeness depends on. */
export interface ApiOperation {
  readonly summary?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema?: object;
  }[];
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Record<string, { schema?: object }> }>
  >;
}
export interface ApiDocument {
  readonly servers?: readonly unknown[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

/** The operations of a document, as "GET /markets" with their documentation. */
function operationsOf(document: ApiDocument): readonly (readonly [string, ApiOperation])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
}

/** Missing documentation that an integrator needs: one sentence per omission. */
export function apiFaults(document: ApiDocument): readonly string[] {
  const operations = operationsOf(document);
  const ids = operations.map(([, { operationId }]) => operationId);
  return [
    ...((document.servers ?? []).length === 0 ? ['the document names no server'] : []),
    ...ids.filter((id, at) => id !== undefined && ids.indexOf(id) !== at).map((id) => `two operations are called ${id}`),
    ...operations.flatMap(([name, operation]) => operationFaults(operation).map((fault) => `${name} ${fault}`)),
  ];
}

function operationFaults({ summary, operationId, tags, parameters = [], responses = {} }: ApiOperation): readonly string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return [
    ...(summary === undefined || summary === '' ? ['has no summary'] : []),
    ...(operationId === undefined ? ['has no operationId'] : []),
    ...(tags === undefined || tags.length === 0 ? ['has no tag'] : []),
    ...(successes.length === 0 ? ['names no success'] : []),
    ...Object.entries(responses)
      .filter(
        ([, { content }]) =>
          !Object.values(content ?? {}).some(({ schema }) => schema !== undefined && Object.keys(schema).length > 0),
      )
      .map(([status]) => `has no schema for ${status}`),
    ...parameters
      .filter(({ description, schema }) => description === undefined || schema === undefined)
      .map((parameter) => `does not describe ${parameter.name}`),
  ];
}
