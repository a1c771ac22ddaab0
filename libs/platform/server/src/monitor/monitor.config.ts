import { Type } from 'class-transformer';
import { IsInt, IsIP, IsOptional, Max, Min } from 'class-validator';
import { readConfig } from '../config';

class ListenVariables {
  /** The address at which the process listens; unset: all of the machine's. */
  @IsOptional()
  @IsIP(undefined, { message: 'LISTEN_HOST must be an IP address of this machine, such as 127.0.0.1' })
  LISTEN_HOST?: string;

  /** Where health and metrics are served, and nothing else; unset: among everything else, on the surface's port. */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'MONITOR_PORT must be a port, 1 to 65535' })
  @Min(1, { message: 'MONITOR_PORT must be a port, 1 to 65535' })
  @Max(65_535, { message: 'MONITOR_PORT must be a port, 1 to 65535' })
  MONITOR_PORT?: number;
}

/** Where a surface listens: its address, and the port of the site's own monitoring, if it has one. */
export interface Listening {
  readonly host: string | undefined;
  readonly monitorPort: number | undefined;
}

/** Throws a ConfigError. */
export function readListening(environment: NodeJS.ProcessEnv = process.env): Listening {
  const { LISTEN_HOST: host, MONITOR_PORT: monitorPort } = readConfig(ListenVariables, environment);
  return { host, monitorPort };
}
