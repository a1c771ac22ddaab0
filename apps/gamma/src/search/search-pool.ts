import { createPool, type Pool, type SessionSettings } from '@foretell/platform-prisma';
import { Inject, Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { GAMMA_CONFIG, type GammaConfig } from '../gamma.config';

/** Injects the connections that only search: their sessions are set up for it once, and lists never wait for searches. */
export const SEARCH_POOL = Symbol('SearchPool');

/**
 * What the statements of a search rely on. Each condition has its index, which the planner would pass over for tables whose
 * statistics are not yet taken, or because it does not know what comparing a title costs. What the operator of the trigram index
 * calls alike is a setting, not an argument: likeness.ts chooses among those. Nobody reads the notices about words that the full
 * text leaves out.
 */
export const SEARCH_SESSIONS: SessionSettings = {
  enable_seqscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  'pg_trgm.similarity_threshold': '0.2',
  client_min_messages: 'warning',
};

export const searchPool: FactoryProvider<Pool> = {
  provide: SEARCH_POOL,
  inject: [GAMMA_CONFIG],
  useFactory: ({ databaseUrl, poolMax }: GammaConfig) =>
    createPool({ url: databaseUrl, poolMax, applicationName: 'gamma-search', settings: SEARCH_SESSIONS }, () => undefined),
};

/** Ends the connections with the app. */
@Injectable()
export class SearchPoolEnd implements OnApplicationShutdown {
  constructor(@Inject(SEARCH_POOL) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
