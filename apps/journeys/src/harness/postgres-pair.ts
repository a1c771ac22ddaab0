import { databaseAt, type TestDatabase } from '@foretell/testing';
import { eventually } from './eventually';
import { OwnPostgres } from './own-postgres';
import { TcpProxy } from './tcp-proxy';

const STANDBY = 'standby';

/**
 * A primary and a synchronous standby with streaming replication, and a service address that leads to the writable one, as
 * PostgreSQL operators provide. A commit is acknowledged when the standby has it on disk.
 */
export class PostgresPair {
  private constructor(
    private readonly primary: OwnPostgres,
    private readonly standby: OwnPostgres,
    /** The services connect to it. */
    private readonly service: TcpProxy,
    /** The standby replicates through it. */
    private readonly replication: TcpProxy,
  ) {}

  static async create(): Promise<PostgresPair> {
    const primary = await OwnPostgres.create();
    const service = await TcpProxy.before(primary.url);
    const replication = await TcpProxy.before(primary.url);
    const standby = await primary.standby(STANDBY, replication.through(primary.url));
    const pair = new PostgresPair(primary, standby, service, replication);
    await pair.beSynchronous();
    return pair;
  }

  /** Through the service address. */
  database(): TestDatabase {
    return databaseAt(this.service.through(this.primary.url));
  }

  /** Loses the primary's machine. */
  async losePrimary(): Promise<void> {
    await this.primary.kill();
  }

  /** Isolates the running primary from the services and from the standby, in both directions. */
  isolatePrimary(): void {
    this.service.goDark();
    this.replication.goDark();
  }

  /** Promotes the standby and leads the service address to it. Earlier connections stay silent if they were. */
  async promote(): Promise<void> {
    await withDatabase(this.standby.database(), async ({ pool }) => void (await pool.query('select pg_promote(true, 60)')));
    this.service.leadTo(this.standby.url);
  }

  /** Stops the old primary before any client reaches it again, as PostgreSQL operators do; its sessions end. */
  async fencePrimary(): Promise<void> {
    await this.primary.kill();
    this.service.heal();
  }

  async remove(): Promise<void> {
    for (const proxy of [this.service, this.replication]) proxy.close();
    for (const server of [this.primary, this.standby]) await server.remove();
  }

  private async beSynchronous(): Promise<void> {
    await withDatabase(this.primary.database(), async ({ pool }) => {
      await pool.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
      await pool.query('select pg_reload_conf()');
      await eventually('the standby is synchronous', async () => {
        const { rows } = await pool.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
        return rows.length === 1;
      });
    });
  }
}

async function withDatabase(database: TestDatabase, work: (database: TestDatabase) => Promise<void>): Promise<void> {
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}
