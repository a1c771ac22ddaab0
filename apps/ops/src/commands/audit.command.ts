import { SERVICES, type AuditEntry, type AuditListRequest, type ServiceName } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server/defined-of';
import type { CommandContext, CommandInput, CommandSpec } from '../cli/command';
import { oneOf, wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { UsageError } from '../failure';
import { timeText } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const LIMIT = 50;
const LIMIT_MAX = 1000;

interface Entry extends AuditEntry {
  readonly surface: ServiceName;
}

const audit: CommandSpec = {
  path: 'audit',
  summary: 'show the operator commands, newest first',
  description:
    'Every command that changes anything is stored before it is executed, and again with its outcome. Entries are never deleted.',
  options: {
    surface: { type: 'string', value: 'SERVICE', summary: `only ${SERVICES.join(', ')}` },
    actor: { type: 'string', value: 'NAME', summary: 'only commands of this operator' },
    command: { type: 'string', value: 'COMMAND', summary: 'only this command, such as ledger.credit' },
    limit: { type: 'string', value: 'COUNT', summary: `at most this many (default ${LIMIT})` },
    before: { type: 'string', value: 'NUMBER', summary: 'only entries before this number; needs --surface' },
  },
  example: 'ops audit --surface clob --actor alice',
  async run(input, context) {
    const entries = await entriesOf(input, context);
    const lines = entries.length === 0 ? ['no matching command'] : entryTable(context.screen, entries);
    return { value: entries, lines };
  },
};

async function entriesOf(input: CommandInput, context: CommandContext): Promise<readonly Entry[]> {
  const only = oneOf(input, 'surface', SERVICES);
  const before = wholeNumber(input, 'before', { min: 1, max: Number.MAX_SAFE_INTEGER });
  if (before !== undefined && only === undefined)
    throw new UsageError('--before needs --surface: each service numbers its own entries');
  const limit = wholeNumber(input, 'limit', { min: 1, max: LIMIT_MAX }) ?? LIMIT;
  const request: AuditListRequest = {
    limit,
    ...definedOf({ before, actor: input.option('actor'), command: input.option('command') }),
  };
  const pages = await Promise.all(
    (only === undefined ? SERVICES : [only]).map(async (surface) => {
      const { entries } = await commanded(context, `ops.${surface}.audit.list`, request);
      return entries.map((entry): Entry => ({ ...entry, surface }));
    }),
  );
  return pages
    .flat()
    .sort((one, other) => other.at - one.at || other.number - one.number)
    .slice(0, limit);
}

function entryTable(screen: Screen, entries: readonly Entry[]): readonly string[] {
  const columns = ['TIME', right('NUMBER'), 'OPERATOR', 'COMMAND', 'OUTCOME', 'REFERENCE', shrinking('DETAIL')];
  const rows = entries.map(({ at, number, actor, command, outcome, asked, reference, detail }) => [
    timeText(at),
    String(number),
    actor,
    command.replace(/^ops\./, ''),
    asked === null ? outcome : `${outcome} (of ${asked})`,
    reference,
    plainText(detail),
  ]);
  return table(screen, columns, rows);
}

export const AUDIT_COMMANDS: readonly CommandSpec[] = [audit];
