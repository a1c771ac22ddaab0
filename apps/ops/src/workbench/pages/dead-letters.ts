import { SERVICES, type DeadLetters } from '@foretell/contracts';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf } from '../forms';
import type { Part } from '../html';
import { rowsOf, section, shown } from '../layout';

/** Events that a service could not apply. */
export async function deadLetters(invoker: Invoker): Promise<Part> {
  return Promise.all(
    SERVICES.map(async (surface) =>
      section(
        surface,
        shown(await invoker.read<DeadLetters>('events', 'dead-letters', 'list', '--surface', surface), ({ facts }) => [
          rowsOf(
            `Events of ${surface}`,
            ['Event', 'Type', 'About', 'Times', 'Why'],
            facts.map(({ source, sequence, type, subject, count, reason }) => [
              `${source} ${sequence}`,
              type,
              subject,
              count,
              reason,
            ]),
          ),
          facts.length > 0 && buttonOf(actionNamed('replay'), { surface }, `all events of ${surface}`),
        ]),
      ),
    ),
  );
}
