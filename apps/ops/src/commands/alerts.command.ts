import type { CommandSpec } from '../cli/command';
import { UsageError } from '../failure';
import { table } from '../terminal/table';
import { plainText } from '../terminal/width';

/** An alert that fires, or is about to. */
export interface OpenAlert {
  readonly name: string;
  readonly severity: string;
  readonly state: 'pending' | 'firing';
  /** RFC 3339. */
  readonly since: string;
  readonly summary: string;
  /** URL of its runbook; empty for a rule without one. */
  readonly runbook: string;
}

const alerts: CommandSpec = {
  path: 'alerts',
  summary: 'list the alerts that fire or are pending in Prometheus',
  story: 'Reads the Prometheus whose address is in PROMETHEUS_URL.',
  arguments: [],
  options: {},
  example: 'ops alerts',
  async run(_input, { config, screen, timeoutMs }) {
    if (config.prometheusUrl === null) throw new UsageError('set PROMETHEUS_URL to the address of Prometheus');
    const { readAlerts } = await import('../connection/prometheus.js');
    const found = await readAlerts(config.prometheusUrl, timeoutMs);
    const open = found.map(({ labels, annotations, state, activeAt }): OpenAlert => ({
      name: labels['alertname'] ?? '',
      severity: labels['severity'] ?? '',
      state,
      since: activeAt,
      summary: annotations['summary'] ?? '',
      runbook: annotations['runbook_url'] ?? '',
    }));
    const sorted = open.sort((one, other) => one.state.localeCompare(other.state) || one.name.localeCompare(other.name));
    const columns = [
      { title: 'ALERT' },
      { title: 'SEVERITY' },
      { title: 'STATE' },
      { title: 'SINCE' },
      { title: 'WHAT', shrinks: true },
    ] as const;
    const rows = sorted.map(({ name, severity, state, since, summary }) =>
      [name, severity, state, since, summary].map(plainText),
    );
    return { value: sorted, lines: rows.length === 0 ? ['no alert'] : table(screen, columns, rows) };
  },
};

export const ALERT_COMMANDS: readonly CommandSpec[] = [alerts];
