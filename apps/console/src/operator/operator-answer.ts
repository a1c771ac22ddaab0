import type { OperatorStatus } from '@foretell/contracts';
import { refusalOf, silenceOf } from '../live/service-error';

/** Timeout of a status request. */
const ANSWER_MILLIS = 5_000;

/** Requests the status of a service. Throws ServiceError when it refuses the key or does not respond. */
export async function askStatus(address: string, key: string, ended: AbortSignal): Promise<OperatorStatus> {
  const url = `${address}/operator/status`;
  const signal = AbortSignal.any([ended, AbortSignal.timeout(ANSWER_MILLIS)]);
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal });
    if (!answer.ok) throw refusalOf(answer.status, await answer.text(), answer.headers.get('retry-after'));
    return (await answer.json()) as OperatorStatus;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ServiceError') throw cause;
    throw silenceOf(url, cause);
  }
}
