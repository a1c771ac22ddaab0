import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NatsLink, OpsClient, readNatsSettings } from '@foretell/platform-nats';
import { createPool } from '@foretell/platform-prisma';
import { Authority, type Certificate } from './certificates';

jest.setTimeout(60_000);

const ROOT = join(__dirname, '../../../..');
/** The starters are ES modules: a separate process runs each, and the server outlives it. */
const START_NATS = `
  const [root, folder, accounts] = process.argv.slice(1);
  const { startNats } = await import('file://' + root + '/tools/embedded/nats.mjs');
  const { port, pid } = await startNats({ folder, logFile: folder + '.log', accounts });
  console.log(JSON.stringify({ port, pid }));`;
const START_POSTGRES = `
  const [root, folder, keys] = process.argv.slice(1);
  const { startPostgres } = await import('file://' + root + '/tools/embedded/postgres.mjs');
  const { giveToServer, reachableFolder } = await import('file://' + root + '/tools/embedded/unprivileged.mjs');
  reachableFolder(folder);
  giveToServer(keys);
  const settings = ['ssl=on', 'ssl_cert_file=' + keys + '/server.crt', 'ssl_key_file=' + keys + '/server.key'];
  const { port, pid } = await startPostgres({ folder, logFile: folder + '.log', purpose: 'throw-away', settings });
  console.log(JSON.stringify({ port, pid }));`;

interface Running {
  readonly port: number;
  readonly pid: number;
}

function started(script: string, ...args: readonly string[]): Running {
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script, ROOT, ...args], { encoding: 'utf8' });
  return JSON.parse(out) as Running;
}

/** S11: traffic to the stores is encrypted, and the store proves its identity. */
describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretell-tls-'));
  const authority = Authority.create(folder, 'ours');
  const stranger = Authority.create(folder, 'stranger');
  const good = authority.sign('localhost');
  const elsewhere = authority.sign('elsewhere.example');
  const servers: Running[] = [];

  afterAll(() => {
    for (const { pid } of servers) process.kill(pid, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });

  describe('to NATS', () => {
    const natsWith = ({ cert, key }: Certificate): Running => {
      const accounts = join(folder, `nats-${servers.length}.conf`);
      writeFileSync(accounts, `tls {\n  cert_file: ${JSON.stringify(cert)}\n  key_file: ${JSON.stringify(key)}\n}\n`);
      const server = started(START_NATS, join(folder, `nats-${servers.length}`), accounts);
      servers.push(server);
      return server;
    };
    let server: Running;
    let misnamed: Running;
    beforeAll(() => {
      server = natsWith(good);
      misnamed = natsWith(elsewhere);
    });

    const settingsOf = (url: string, ca?: string) =>
      readNatsSettings('clob', {
        NATS_URL: url,
        NATS_USER: 'clob',
        NATS_PASSWORD: 'secret',
        ...(ca === undefined ? {} : { NATS_CA: ca }),
      });

    /** Why the connection failed; null when it succeeded. */
    async function fault(url: string, ca?: string): Promise<string | null> {
      let said: (line: string) => void = () => undefined;
      const line = new Promise<string>((resolve) => (said = resolve));
      const note = (logged: unknown): void => said(JSON.stringify(logged));
      const link = new NatsLink(settingsOf(url, ca), { log: () => undefined, warn: note, error: note });
      try {
        return await Promise.race([link.ready().then(() => null), line]);
      } finally {
        await link.close();
      }
    }

    it('connects to a server whose certificate our authority signed', async () => {
      await expect(fault(`tls://localhost:${server.port}`, authority.certificate)).resolves.toBeNull();
      await expect(fault(`nats://localhost:${server.port}`, authority.certificate)).resolves.toBeNull();
    });

    it.each([
      ['no authority is named', () => fault(`tls://localhost:${server.port}`)],
      ['another authority is trusted', () => fault(`tls://localhost:${server.port}`, stranger.certificate)],
      ['the name is not that of the certificate', () => fault(`tls://localhost:${misnamed.port}`, authority.certificate)],
    ])('is refused when %s', async (_, attempt) => {
      await expect(attempt()).resolves.toMatch(/certificate|altnames/i);
    });

    it('is required for operators too', async () => {
      const refused = new OpsClient(settingsOf(`tls://localhost:${server.port}`, stranger.certificate), {
        actor: 'alice',
        reference: 'x',
      });
      await expect(refused.request('ops.clob.doctor', {})).rejects.toThrow(/certificate/i);
      await refused.close();
    });

    it('sends no password to a server without TLS', async () => {
      const heard: string[] = [];
      const plain: Server = createServer((socket) => {
        socket.on('error', () => undefined).on('data', (data) => void heard.push(data.toString()));
        socket.write('INFO {"server_id":"x","version":"2.14.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
      });
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      const address = plain.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await expect(fault(`tls://127.0.0.1:${port}`, authority.certificate)).resolves.toMatch(/tls|SERVER_OPTION/i);
      expect(heard.join('')).not.toContain('secret');
      plain.close();
    });
  });

  describe('to PostgreSQL', () => {
    const postgresWith = ({ cert, key }: Certificate): Running => {
      // The server changes the owner of its files to its own user.
      const keys = join(folder, `keys-${servers.length}`);
      mkdirSync(keys);
      chmodSync(folder, 0o755);
      copyFileSync(cert, join(keys, 'server.crt'));
      copyFileSync(key, join(keys, 'server.key'));
      const server = started(START_POSTGRES, join(folder, `postgres-${servers.length}`), keys);
      servers.push(server);
      return server;
    };
    let server: Running;
    let misnamed: Running;
    beforeAll(() => {
      server = postgresWith(good);
      misnamed = postgresWith(elsewhere);
    });

    async function isEncrypted({ port }: Running, parameters: string): Promise<unknown> {
      const url = `postgresql://postgres@localhost:${port}/postgres?${parameters}`;
      const pool = createPool({ url, poolMax: 1, applicationName: 'tls' }, () => undefined);
      try {
        const { rows } = await pool.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
        return rows[0]?.ssl;
      } finally {
        await pool.end();
      }
    }

    const trusting = ({ certificate }: Authority): string => `sslmode=verify-full&sslrootcert=${certificate}`;

    it('connects to a server whose certificate our authority signed', async () => {
      await expect(isEncrypted(server, trusting(authority))).resolves.toBe(true);
    });

    it.each([
      ['no authority is named', () => isEncrypted(server, 'sslmode=verify-full')],
      ['another authority is trusted', () => isEncrypted(server, trusting(stranger))],
      ['the name is not that of the certificate', () => isEncrypted(misnamed, trusting(authority))],
    ])('is refused when %s', async (_, attempt) => {
      await expect(attempt()).rejects.toThrow(/certificate|altnames/i);
    });
  });
});
