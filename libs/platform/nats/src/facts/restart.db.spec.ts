import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FactConsumer } from './fact-consumer';
import { FactRelay } from './fact-relay';
import { ArrayJournal, RecordingApplier } from '../testing/facts';
import { Stage, stageSettings, until } from '../testing/stage';

jest.setTimeout(90_000);

const EMBEDDED = join(__dirname, '../../../../../tools/embedded/nats.mjs');

/** A NATS server of this spec's own, which it may stop and lose as it likes. */
class OwnServer {
  private pid = 0;

  constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  start(): void {
    const script = `import { startNats } from ${JSON.stringify(EMBEDDED)};
      const [folder, port] = process.argv.slice(1);
      const { pid } = await startNats({ folder, logFile: folder + '.log', port: Number(port) });
      process.stdout.write(String(pid));`;
    const args = ['--input-type=module', '-e', script, this.folder, String(this.port)];
    this.pid = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim());
  }

  /** As a machine that loses power: nothing is said goodbye to. */
  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await until('the server is gone', () => !answers(this.pid));
  }

  wipe(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

describe('facts over a server that comes and goes', () => {
  it('flow when the server first appears, return after a crash, and are refilled after the loss of its disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretell-nats-'));
    const server = new OwnServer(await freePort(), join(folder, 'server'));
    const stage = new Stage({ ...stageSettings(), servers: [server.url] });
    const journal = new ArrayJournal();
    const applier = new RecordingApplier();
    const relay = new FactRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    const consumer = new FactConsumer({ link: stage.link, source: 'clob', durable: 'data', applier, logger: stage.logger });
    const appliedAll = (): Promise<void> =>
      until(`all is applied: ${stage.logger.lines.join()}`, () => applier.applied.length >= journal.head, 30_000);
    const commit = (): void => {
      for (let index = 0; index < 20; index += 1) relay.notify(journal.commit(2));
    };
    try {
      relay.start();
      consumer.start();
      commit();
      await until('its absence is told once', () => stage.logger.matching(/NATS is not reachable/).length === 1);

      server.start();
      await appliedAll();

      await server.kill();
      commit();
      await until('its loss is noticed', () => !stage.link.isConnected);
      server.start();
      await appliedAll();

      await server.kill();
      server.wipe();
      commit();
      server.start();
      await appliedAll();
      await until('the stream is whole again', async () => (await stage.streamLength()) === journal.ids.length);

      expect(await stage.messageIds()).toEqual(journal.ids);
      expect(applier.holdsExactly(journal.head)).toBe(true);
    } finally {
      await Promise.all([relay.stop(), consumer.stop()]);
      await stage.link.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
