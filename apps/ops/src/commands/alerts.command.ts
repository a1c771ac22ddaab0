import type { CommandSpec } from '../cli/command';
import { UsageError } from '../failure';
import { shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const alerts: CommandSpec = {
  path: 'alerts',
  summary: 'list the alerts that fire or are pending in Prometheus',
  description: 'Reads the Prometheus whose address is in PROMETHEUS_URL.',
  example: 'ops alerts',
  async run(_input, { config, screen, timeoutMs }) {
    if (config.prometheusUrl === null) throw new UsageError('set PROMETHEUS_URL to the address of Prometheus');
    const { readAlerts } = await import('../connection/prometheus.js');
    const open = await readAlerts(config.prometheusUrl, timeoutMs);
    const sorted = [...open].sort((one, other) => one.state.localeCompare(other.state) || one.name.localeCompare(other.name));
    const columns = ['ALERT', 'SEVERITY', 'STATE', 'SINCE', shrinking('WHAT')];
    const rows = sorted.map(({ name, severity, state, since, summary }) =>
      [name, severity, state, since, summary].map(plainText),
    );
    return { value: sorted, lines: rows.length === 0 ? ['no alert'] : table(screen, columns, rows) };
  },
};

export const ALERT_COMMANDS: readonly CommandSpec[] = [alerts];
