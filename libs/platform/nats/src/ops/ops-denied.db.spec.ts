import type { OpsCommandName } from '@foretell/contracts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, OwnServer } from '../testing/own-server';
import { stageSettings } from '../testing/stage';
import { OpsClient } from './ops-client';
import { commandSubject } from './operator';

jest.setTimeout(30_000);

const stage = stageSettings();
const subjectOf = (command: OpsCommandName): string => commandSubject(stage.prefix, 'alice', command);
const USERS = `authorization { users: [
  { user: alice, password: secret, permissions {
    publish { allow: ["${subjectOf('ops.gamma.limits.show')}"] }, subscribe { allow: ["_INBOX.ops.alice.>"] } } }
] }`;

describe('an operator to whom NATS denies a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretell-denied-'));
  let server: OwnServer;

  beforeAll(async () => {
    server = new OwnServer(await freePort(), join(folder, 'server'), USERS);
    server.start();
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const denialOf = async (actor: string): Promise<unknown> => {
    const settings = { ...stage, servers: [server.url], user: 'alice', password: 'secret' };
    const client = new OpsClient(settings, { actor, reference: 'TICKET-12' });
    try {
      return await client.request('ops.gamma.doctor', {}, 5_000).catch((error: unknown) => error);
    } finally {
      await client.close();
    }
  };

  it.each([
    ['alice', `publish ${subjectOf('ops.gamma.doctor')}`],
    ['bob', 'subscribe to _INBOX.ops.bob.>'],
  ])('as %s learns at once which permission is missing, and where to grant it', async (actor, permission) => {
    const denial = await denialOf(actor);
    expect(denial).toMatchObject({ isAnswer: true });
    expect(String(denial)).toBe(
      `OpsFailure: NATS denies the user alice to ${permission}: ` +
        'grant it in the block of that user (accounts.conf), or set OPS_ACTOR to the name whose rights it has',
    );
  });
});
