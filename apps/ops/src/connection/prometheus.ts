import 'reflect-metadata';
import { shape } from '@foretell/platform-server';
import { Type } from 'class-transformer';
import { IsArray, IsIn, IsObject, IsString, ValidateNested } from 'class-validator';
import { CommandRefused, ServiceUnresponsive } from '../failure';

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

/** An alert as Prometheus lists it. The form is that of `GET /api/v1/alerts`. */
class Alert {
  @IsObject()
  labels!: Readonly<Record<string, string>>;

  @IsObject()
  annotations!: Readonly<Record<string, string>>;

  @IsIn(['pending', 'firing'])
  state!: 'pending' | 'firing';

  /** RFC 3339. */
  @IsString()
  activeAt!: string;
}

class AlertList {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Alert)
  alerts!: readonly Alert[];
}

class AlertsAnswer {
  @ValidateNested()
  @Type(() => AlertList)
  data!: AlertList;
}

/** Firing and pending alerts of the Prometheus at `url`. */
export async function readAlerts(url: string, timeoutMs: number): Promise<readonly OpenAlert[]> {
  const address = `${url}/api/v1/alerts`;
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new ServiceUnresponsive(`Prometheus at ${url} does not respond`, { cause: error });
  });
  if (!response.ok) throw new CommandRefused(`${address} returned ${response.status}`);
  const read = shape(AlertsAnswer, await response.json().catch(() => null));
  if (!read.ok) throw new CommandRefused(`${address} returned no alerts: is PROMETHEUS_URL the address of a Prometheus?`);
  return read.value.data.alerts.map(({ labels, annotations, state, activeAt }) => ({
    name: labels['alertname'] ?? '',
    severity: labels['severity'] ?? '',
    state,
    since: activeAt,
    summary: annotations['summary'] ?? '',
    runbook: annotations['runbook_url'] ?? '',
  }));
}
