import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { readConfig } from '../config';

class MonitorVariables {
  /** Where health and metrics are served, and nothing else; unset: among everything else, on the surface's port. */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'MONITOR_PORT must be a port, 1 to 65535' })
  @Min(1, { message: 'MONITOR_PORT must be a port, 1 to 65535' })
  @Max(65_535, { message: 'MONITOR_PORT must be a port, 1 to 65535' })
  MONITOR_PORT?: number;
}

/** The port of the site's own monitoring, if it has one; throws a ConfigError. */
export function readMonitorPort(environment: NodeJS.ProcessEnv = process.env): number | undefined {
  return readConfig(MonitorVariables, environment).MONITOR_PORT;
}
