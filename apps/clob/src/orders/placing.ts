import type { PlaceOrderRefusal, PlaceOrderResult } from '@foretell/contracts';
import type { CredentialedRequest, KeyCredentialsVerifier } from '@foretell/platform-auth';
import type { Bytes32 } from '@foretell/signing';
import type { ServerResponse } from 'node:http';
import { builderCodeOf } from '../requests/builder-code';

/** Attribution by the request's builder headers; null when there are none. Throws 401 when they are invalid. */
export async function builderOf(verifier: KeyCredentialsVerifier, request: CredentialedRequest): Promise<Bytes32 | null> {
  if (!verifier.hasBuilderHeaders(request)) return null;
  return builderCodeOf((await verifier.verifyBuilder(request, { write: true })).address);
}

/** Of one order: its rejection is a 400 whose body is readable as an error and as a result. Source: protocol 6.1. */
export function onlyResult(
  [result]: readonly PlaceOrderResult[],
  response: ServerResponse,
): PlaceOrderResult | PlaceOrderRefusal {
  if (result === undefined) throw new Error('one order was submitted and none answered');
  if (result.success) return result;
  response.statusCode = 400;
  return { error: result.errorMsg, ...result };
}
