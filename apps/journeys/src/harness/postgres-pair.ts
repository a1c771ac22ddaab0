import { databaseAt, type TestDatabase } from '@foretell/testing';
import { eventually } from './eventually';
import { OwnPostgres } from './own-postgres';
import { TcpProxy } from './tcp-proxy';

const STANDBY = 'standby';

/**
 * A primary and a synchronous standby by streaming replication, and the address of whichever may be written to, as the service of
 * an operator of PostgreSQL is one. A commit is acknowledged when the standby has it on its disk.
 */
export class PostgresPair {
  private constructor(
    private readonly primary: OwnPostgres,
    private readonly standby: OwnPostgres,
    /** What the services connect to. */
    private readonly service: TcpProxy,
    /** By which the standby follows. */
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

  /** By way of the service. */
  database(): TestDatabase {
    return databaseAt(this.service.through(this.primary.url));
  }

  /** The primary's machine is lost. */
  async losePrimary(): Promise<void> {
    await this.primary.kill();
  }

  /** Nothing reaches the primary any more and nothing comes from it, though it runs: neither the services nor the standby. */
  isolatePrimary(): void {
    this.service.goDark();
    this.replication.goDark();
  }

  /** Makes the standby the primary and leads the service to it. What was connected before stays silent, if it was. */
  async promote(): Promise<void> {
    await withDatabase(this.standby.database(), async ({ pool }) => void (await pool.query('select pg_promote(true, 60)')));
    this.service.leadTo(this.standby.url);
  }

  /** Ends the old primary before anybody reaches it again, as an operator of PostgreSQL does; its sessions end. */
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
        return rows.length === 1 ? true : undefined;
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
