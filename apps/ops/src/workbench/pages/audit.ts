import type { AuditEntry, ServiceName } from '@foretell/contracts';
import type { Invoker } from '../invoker';
import type { Part } from '../html';
import { rowsOf, shown } from '../layout';
import { timeText } from '../../terminal/figures';

/** Operators' commands, newest first. */
export async function audit(invoker: Invoker): Promise<Part> {
  return shown(
    await invoker.read<readonly (AuditEntry & { readonly surface: ServiceName })[]>('audit', '--limit', '100'),
    (entries) =>
      rowsOf(
        'Commands',
        ['Time', 'Operator', 'Command', 'Outcome', 'Reference', 'Detail'],
        entries.map(({ at, actor, command, outcome, reference, detail }) => [
          timeText(at),
          actor,
          command.replace(/^ops\./, ''),
          outcome,
          reference,
          detail,
        ]),
      ),
  );
}
