import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { pause } from '@foretell/platform-server';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { BEGIN_RECORD, BEGINNING, type BeginningRow } from './record.query';

const RETRY_MILLIS = 500;

/**
 * Whether the record began in the sandbox. SANDBOX=true on a record with real money would credit every wallet: such a process
 * exits before it credits a wallet. Source: interface, Funds.
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
    await this.pool.query({ ...BEGIN_RECORD, values: [wantsSandbox] });
    const { rows } = await this.pool.query<BeginningRow>({ ...BEGINNING });
    return rows[0]?.isSandbox;
  }

  private end(): void {
    const cause = new Error('SANDBOX=true, but this record began without the sandbox: its money is real. Set SANDBOX=false');
    this.logger.fatal({ msg: cause.message });
    this.config.terminate(cause);
  }
}
