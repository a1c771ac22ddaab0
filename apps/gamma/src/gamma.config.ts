import { natsSettings, type NatsSettings } from '@foretell/platform-nats';
import {
  DatabaseUrl,
  OneOf,
  Port,
  readServiceVariables,
  serviceConfigOf,
  ServiceVariables,
  WholeNumber,
  type ServiceConfig,
} from '@foretell/platform-server';

/** The variables of the catalog service. @public: tools/config.mjs describes them. */
export class GammaVariables extends ServiceVariables {
  @Port({ min: 0, does: 'port of gamma' })
  GAMMA_PORT: number = 3002;

  @DatabaseUrl('gamma')
  GAMMA_DATABASE_URL: string = '';

  @WholeNumber({ min: 2, max: 200, unit: 'connections', does: 'database connections of a process of gamma' })
  GAMMA_POOL_MAX: number = 10;

  @OneOf(['interface', 'public'], {
    does: '`public`: the root of gamma has the public response format, which is always at `/public`',
  })
  GAMMA_DIALECT: 'interface' | 'public' = 'interface';
}

/** Injection token of GammaConfig. */
export const GAMMA_CONFIG = Symbol('GammaConfig');

/** The configuration of the catalog service. */
export interface GammaConfig extends ServiceConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  readonly format: 'interface' | 'public';
  readonly nats: NatsSettings;
}

/** Reads the environment; throws a ConfigError with every fault. */
export function readGammaConfig(environment: NodeJS.ProcessEnv): GammaConfig {
  const read = readServiceVariables(GammaVariables, 'GAMMA_DATABASE_URL', environment);
  return {
    ...serviceConfigOf(read),
    port: read.GAMMA_PORT,
    databaseUrl: read.GAMMA_DATABASE_URL,
    poolMax: read.GAMMA_POOL_MAX,
    format: read.GAMMA_DIALECT,
    nats: natsSettings(read, 'gamma'),
  };
}
