import { natsSettings, type NatsSettings } from '@foretell/platform-nats';
import {
  Accepted,
  DatabaseUrl,
  IpAllowlist,
  OneOf,
  Port,
  readServiceVariables,
  serviceConfigOf,
  ServiceVariables,
  WholeNumber,
  type ServiceConfig,
} from '@foretell/platform-server';

/** The variables of the data service. @public: tools/config.mjs describes them. */
export class DataVariables extends ServiceVariables {
  @Port({ min: 0, does: 'port of data' })
  DATA_PORT: number = 3003;

  @DatabaseUrl('data')
  DATA_DATABASE_URL: string = '';

  @WholeNumber({ min: 4, max: 200, unit: 'connections', does: 'database connections of a process of data' })
  DATA_POOL_MAX: number = 20;

  @Accepted((text) => IpAllowlist.parse(text) !== null, {
    is: 'addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1',
    does: "networks that may read wallets' data (`/activity`, `/holders`)",
    unset: 'all',
  })
  DATA_IP_ALLOWLIST: string = '';

  @OneOf(['interface', 'public'], {
    does: '`public`: the root of data has the public response format, which is always at `/public`',
  })
  DATA_DIALECT: 'interface' | 'public' = 'interface';
}

/** The data service's settings. */
export interface DataConfig extends ServiceConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  readonly ipAllowlist: IpAllowlist;
  readonly format: 'interface' | 'public';
  readonly nats: NatsSettings;
}

/** Reads the environment; throws a ConfigError with every fault. */
export function readDataConfig(environment: NodeJS.ProcessEnv): DataConfig {
  const read = readServiceVariables(DataVariables, 'DATA_DATABASE_URL', environment);
  const ipAllowlist = IpAllowlist.parse(read.DATA_IP_ALLOWLIST);
  if (ipAllowlist === null) throw new Error('DATA_IP_ALLOWLIST passed its check and cannot be read');
  return {
    ...serviceConfigOf(read),
    port: read.DATA_PORT,
    databaseUrl: read.DATA_DATABASE_URL,
    poolMax: read.DATA_POOL_MAX,
    ipAllowlist,
    format: read.DATA_DIALECT,
    nats: natsSettings(read, 'data'),
  };
}
