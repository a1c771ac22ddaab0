import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { pause } from '@foretell/platform-server';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';

const RETRY_MILLIS = 500;
/** A record older than this table began in the sandbox if it has the sandbox's credits, or no credits. */
const BEGIN = `INSERT INTO clob.beginning (id, is_sandbox)
  SELECT 1, $1 AND (NOT EXISTS (SELECT FROM clob.ledger_entries)
    OR EXISTS (SELECT FROM clob.ledger_entries WHERE reference LIKE 'sandbox:%'))
  ON CONFLICT DO NOTHING`;
const BEGUN = 'SELECT is_sandbox AS "isSandbox" FROM clob.beginning';

/**
 * Whether the record began in the sandbox. SANDBOX=true on a record with real money would credit every wallet: such a process
 * exits before it credits anybody. Source: interface, Funds.
 */
@Injectable()
export class Beginning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Beginning.name);
  private readonly stopping = new AbortController();
  private reading: Promise<boolean> = Promise.resolve(false);

  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(VITAL_POOL) private readonly pool: Pool,
  ) {}

  onApplicationBootstrap(): void {
    this.reading = this.read();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  /** Whether wallets may be credited: both the process and the record are in the sandbox. Waits for the database. */
  allowsCredit(): Promise<boolean> {
    return this.reading;
  }

  private async read(): Promise<boolean> {
    const wantsSandbox = this.config.sandboxCreditMicros !== null;
    while (!this.stopping.signal.aborted) {
      const isSandbox = await this.begun(wantsSandbox).catch((cause: unknown) => {
        this.logger.error({ msg: 'how the record began could not be read, trying again', err: cause });
        return undefined;
      });
      if (isSandbox === false && wantsSandbox) this.end();
      if (isSandbox !== undefined) return isSandbox && wantsSandbox;
      await pause(RETRY_MILLIS, this.stopping.signal);
    }
    return false;
  }

  private async begun(wantsSandbox: boolean): Promise<boolean | undefined> {
    await this.pool.query(BEGIN, [wantsSandbox]);
    const { rows } = await this.pool.query<{ readonly isSandbox: boolean }>(BEGUN);
    return rows[0]?.isSandbox;
  }

  private end(): void {
    const cause = new Error('SANDBOX=true, but this record began without the sandbox: its money is real. Set SANDBOX=false');
    this.logger.fatal({ msg: cause.message });
    this.config.terminate(cause);
  }
}
