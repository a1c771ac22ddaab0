import { SERVICES, type LimitState } from '@foretell/contracts';
import { count } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { formOf } from '../forms';
import type { Part } from '../html';
import { rowsOf, section, shown } from '../layout';

/** Request limits of each service. */
export async function limits(invoker: Invoker): Promise<Part> {
  const change = actionNamed('limit');
  const states = SERVICES.map(async (surface) =>
    section(
      surface,
      shown(await invoker.read<readonly LimitState[]>('limits', 'show', '--surface', surface), (known) =>
        rowsOf(
          `Limits of ${surface}`,
          ['Limit', 'Requests', 'Usually', 'Window'],
          known.map(({ limit, count: requests, usual, windowMillis }) => [
            limit,
            count(requests),
            count(usual),
            `${windowMillis / 1000} s`,
          ]),
        ),
      ),
    ),
  );
  return [section(change.title, formOf(change)), ...(await Promise.all(states))];
}
