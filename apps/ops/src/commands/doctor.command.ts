import { SERVICES, type ServiceName } from '@foretell/contracts';
import { WHOLE_RECORD_TIMEOUT_MS, type CommandContext, type CommandSpec } from '../cli/command';
import { EXIT, type ExitCode } from '../exit-code';
import { ServiceUnresponsive } from '../failure';
import type { Finding } from '../finding';
import { oneOf } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import type { Screen } from '../terminal/screen';
import { shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const doctor: CommandSpec = {
  path: 'doctor',
  summary: 'check the invariants of every service',
  description:
    'Checks that money is conserved, books equal the stored orders, every order is stored once, and consumers have caught up with the journal. Changes no data.',
  options: { surface: { type: 'string', value: 'SERVICE', summary: `only ${SERVICES.join(', ')}` } },
  timeoutMs: WHOLE_RECORD_TIMEOUT_MS,
  example: 'ops doctor',
  async run(input, context) {
    const only = oneOf(input, 'surface', SERVICES);
    const findings = await Promise.all((only === undefined ? SERVICES : [only]).map((surface) => examine(context, surface)));
    return { value: findings, lines: reportLines(context.screen, findings), exitCode: verdict(findings) };
  },
};

/** A refusal is thrown. A missing response is a finding, so that the other services' checks are still shown. */
async function examine(context: CommandContext, surface: ServiceName): Promise<Finding> {
  try {
    return { surface, report: await commanded(context, `ops.${surface}.doctor`, {}), silence: null };
  } catch (error) {
    if (error instanceof ServiceUnresponsive) return { surface, report: null, silence: error.message };
    throw error;
  }
}

function verdict(findings: readonly Finding[]): ExitCode {
  if (findings.some(({ report }) => report !== null && report.checks.some(({ holds }) => !holds))) return EXIT.refused;
  return findings.some(({ silence }) => silence !== null) ? EXIT.silent : EXIT.done;
}

function reportLines(screen: Screen, findings: readonly Finding[]): readonly string[] {
  const { paint } = screen;
  const checks = findings.flatMap(({ report }) => report?.checks ?? []);
  const broken = checks.filter(({ holds }) => !holds).length;
  const silent = findings.filter(({ silence }) => silence !== null).length;
  return [
    ...findings.flatMap((finding) => [paint.bold(finding.surface), ...findingLines(screen, finding), '']),
    broken === 0 && silent === 0
      ? paint.green(`all ${checks.length} checks hold`)
      : paint.red(
          `${broken} of ${checks.length} checks do not hold${silent === 0 ? '' : `; ${silent} of ${findings.length} services did not respond`}`,
        ),
  ];
}

function findingLines(screen: Screen, { report, silence }: Finding): readonly string[] {
  const { paint } = screen;
  if (report === null) return [`${paint.red('✗')} ${silence ?? 'no response'}`];
  const rows = report.checks.map(({ name, holds, detail }) => [
    holds ? paint.green('✓') : paint.red('✗'),
    plainText(name),
    plainText(detail),
  ]);
  // The heading of this table is empty, so it is dropped.
  return table(screen, ['', '', shrinking('')], rows).slice(1);
}

export const DOCTOR_COMMANDS: readonly CommandSpec[] = [doctor];
