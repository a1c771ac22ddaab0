import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { freePort, OwnServer } from '../testing/own-server';
import { Stage, stageSettings, until } from '../testing/stage';

jest.setTimeout(90_000);

describe('events over a server that fails and returns', () => {
  it('are published when the server first appears, resume after a crash, and are refilled after its disk is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretell-nats-'));
    const server = new OwnServer(await freePort(), join(folder, 'server'));
    const stage = new Stage({ ...stageSettings(), servers: [server.url] });
    const journal = new ArrayJournal();
    const applier = new RecordingApplier();
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    const consumer = new EventConsumer({ link: stage.link, source: 'clob', durable: 'data', applier, logger: stage.logger });
    const appliedAll = (): Promise<void> =>
      until(`all is applied: ${stage.logger.lines.join()}`, () => applier.applied.length >= journal.head, 30_000);
    /** A request is lost when its connection has not noticed the server's end. */
    const madeStreams = (): Promise<void> =>
      until('the streams are made', () =>
        stage.makeStreams().then(
          () => true,
          () => false,
        ),
      );
    const commit = (): void => {
      for (let index = 0; index < 20; index += 1) relay.notify(journal.commit(2));
    };
    try {
      relay.start();
      consumer.start();
      commit();
      await until('its absence is logged once', () => stage.logger.matching(/NATS is not reachable/).length === 1);

      server.start();
      await madeStreams();
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
      await madeStreams();
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

  it('wait, and log why, when the server refuses messages of the largest size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretell-nats-'));
    const server = new OwnServer(await freePort(), join(folder, 'server'), 'max_payload: 65536');
    const stage = new Stage({ ...stageSettings(), servers: [server.url] });
    const journal = new ArrayJournal();
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    try {
      server.start();
      relay.notify(journal.commit(2));
      relay.start();
      await until('it says why', () => stage.logger.matching(/at most 65536 bytes.*set max_payload/).length > 0);
      expect(await (await stage.manager()).streams.names().next()).toEqual([]);
    } finally {
      await relay.stop();
      await stage.link.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('fail the check for the doctor while the disk space of the streams is used up, and not before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretell-nats-'));
    const server = new OwnServer(await freePort(), join(folder, 'server'), '', 64 * 1024);
    const stage = new Stage({ ...stageSettings(), servers: [server.url] });
    const journal = new ArrayJournal();
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    try {
      server.start();
      await stage.makeStreams();
      relay.start();
      relay.notify(journal.commit(2));
      expect(await relay.waitCheck()).toMatchObject({ holds: true });
      await until('it is published', async () => (await relay.lag()) === 0);
      expect(await relay.waitCheck()).toMatchObject({ holds: true, detail: '0 committed events wait to be published' });
      for (let index = 0; index < 30; index += 1) relay.notify(journal.commit(100));
      await until(`the check fails: ${stage.logger.lines.join()}`, async () => !(await relay.waitCheck()).holds);
      expect(await relay.waitCheck()).toMatchObject({
        name: 'events are on the stream',
        detail: expect.stringMatching(/^[1-9]\d* committed events wait to be published: \w/) as string,
      });
      await (await stage.manager()).streams.purge(stage.stream());
      journal.archiveTo(journal.head);
      await until('it holds again', async () => (await relay.waitCheck()).holds && (await relay.lag()) === 0);
    } finally {
      await relay.stop();
      await stage.link.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
