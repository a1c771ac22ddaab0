import * as fc from 'fast-check';
import { answerCheck, type ApiAnswer } from './answer-check';
import { badParameters } from './bad-values';
import { REQUEST_SEED, requestsOf, sampleOf, type ApiRequest, type KnownValues } from './requests';
import { readOperations, type OpenApi, type Operation } from './schema';

/** Tests a read-only service against its document: returns one sentence per fault, empty when it conforms. */
export interface ConformanceTest {
  readonly operations: readonly (readonly [name: string, operation: Operation])[];
  /** Sends `runs` requests that the document allows; none may be refused for its shape. */
  faultsOfAllowed(operation: Operation, base: string, known: KnownValues, runs: number): Promise<readonly string[]>;
  /** Sends requests with one invalid parameter. */
  faultsOfBad(operation: Operation, base: string, known: KnownValues): Promise<readonly string[]>;
}

/** `beyondSchema` names operations whose parameters depend on each other, which a schema cannot express. */
export function readApi(document: OpenApi, beyondSchema: ReadonlySet<string> = new Set()): ConformanceTest {
  const faultsOf = answerCheck(document);
  const judged = async (
    operation: Operation,
    what: string,
    request: ApiRequest,
    base: string,
    isAllowed: boolean,
  ): Promise<readonly string[]> => {
    const answer = await ask(base, request);
    const isRefused = isAllowed && answer.status === 400 && !beyondSchema.has(operation.name);
    return [
      ...faultsOf(operation, answer),
      ...(answer.status >= 500 ? [`answers ${answer.status}`] : []),
      ...(isRefused ? [`refuses what the document allows: ${JSON.stringify(answer.body)}`] : []),
    ].map((fault) => `${what}: ${fault}`);
  };
  const inTurn = async (
    requests: readonly (readonly [string, ApiRequest])[],
    operation: Operation,
    base: string,
    isAllowed: boolean,
  ): Promise<readonly string[]> => {
    const faults: string[] = [];
    for (const [what, request] of requests) faults.push(...(await judged(operation, what, request, base, isAllowed)));
    return faults;
  };
  return {
    operations: readOperations(document).map((operation) => [operation.name, operation] as const),
    faultsOfAllowed: (operation, base, known, runs) => {
      const requests = fc.sample(requestsOf(operation, document, known), { numRuns: runs, seed: REQUEST_SEED });
      return inTurn(
        requests.map((request) => [request.target, request] as const),
        operation,
        base,
        true,
      );
    },
    faultsOfBad: (operation, base, known) => {
      const bad = badParameters(operation, sampleOf(operation, document, known));
      return inTurn(
        bad.map((request) => [request.what, request] as const),
        operation,
        base,
        false,
      );
    },
  };
}

async function ask(base: string, { method, target }: ApiRequest): Promise<ApiAnswer> {
  const response = await fetch(base + target, { method });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}
