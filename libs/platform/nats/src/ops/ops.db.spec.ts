import { Controller, Module, UseGuards, type CanActivate, type INestApplication, type Type } from '@nestjs/common';
import {
  type AuditEntry,
  AuditPage,
  LimitSetRequest,
  LimitsShown,
  LimitState,
  CatalogBatch,
  CatalogBatchResult,
  DoctorReport,
  EventsReread,
  Replayed,
  ReplayRequest,
  DeadLettersDropped,
  DeadLetters,
  DeadLettersReplayed,
  DeadLettersRequest,
} from '@foretell/contracts';
import { EventPattern, RpcException } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { NatsModule } from '../nats.module';
import type { NatsSettings } from '../nats.config';
import { stageSettings, until } from '../testing/stage';
import { AUDIT_TRAIL, type AuditTrail } from './audit/audit-trail';
import { OpsClient, OpsFailure } from './ops-client';
import { OpsCommand } from './ops-command';
import { OpsRefusal } from './ops-refusal';
import { commandSubject, operatorHeaders, operatorOf } from './operator';
import { connectOps } from './ops-server';

jest.setTimeout(30_000);

class LockedTable implements CanActivate {
  canActivate(): never {
    throw new RpcException('the table is locked');
  }
}

@Controller()
class EventsOpsController {
  @OpsCommand('ops.gamma.facts.replay')
  replay({ from }: ReplayRequest): Replayed {
    if (from === 404) throw new OpsRefusal('the journal holds events 1 to 9');
    if (from === 500) throw new Error('a secret of the database');
    return { from, head: 9 };
  }

  @OpsCommand('ops.gamma.facts.reread')
  reread(): EventsReread {
    return { to: 9 };
  }

  @OpsCommand('ops.gamma.audit.list')
  audit(): AuditPage {
    return { entries: [...recorded] };
  }

  @OpsCommand('ops.gamma.limits.show')
  limits(): LimitsShown {
    return { limits: [] };
  }

  @OpsCommand('ops.gamma.limits.set')
  limit({ limit, count = 0 }: LimitSetRequest): LimitState {
    return { limit, count, usual: count, windowMillis: 1, scope: 'address', routes: [] };
  }

  @OpsCommand('ops.gamma.set-aside.list')
  deadLetters(_request: DeadLettersRequest): DeadLetters {
    return { total: 0, facts: [] };
  }

  @OpsCommand('ops.gamma.set-aside.replay')
  replayDeadLetters(_request: DeadLettersRequest): DeadLettersReplayed {
    return { applied: 0, refused: [] };
  }

  @OpsCommand('ops.gamma.set-aside.drop')
  dropDeadLetters(_request: DeadLettersRequest): DeadLettersDropped {
    return { dropped: 0 };
  }

  @OpsCommand('ops.gamma.doctor')
  slow(): Promise<DoctorReport> {
    return new Promise((resolve) => slowAnswers.push(() => resolve({ surface: 'gamma', checks: [] })));
  }
}
const slowAnswers: (() => void)[] = [];

const recorded: AuditEntry[] = [];
/** Stores entries in memory; audit.db.spec.ts of libs/testing covers the services' store. */
const trail: AuditTrail = {
  add: (entry) => {
    if (isTrailDown) return Promise.reject(new Error('the database is away'));
    const number = recorded.length + 1;
    recorded.push({ ...entry, number });
    return Promise.resolve(number);
  },
  list: () => Promise.resolve(recorded),
};
let isTrailDown = false;

const NOTHING_ELSE = { stored: 0, unchanged: 0, refused: [], adjusted: [], duplicateSlugs: [], withoutOrderBook: [] };

@Controller()
class ImportOpsController {
  @UseGuards(LockedTable)
  @OpsCommand('ops.gamma.catalog.import')
  import({ rows }: CatalogBatch): CatalogBatchResult {
    return { events: 0, markets: rows.length, ...NOTHING_ELSE };
  }
}

const settings: NatsSettings = { ...stageSettings(), allowsAnonymous: true };
const OPERATOR = { actor: 'alice', reference: 'TICKET-12' };

async function serviceOf(controllers: Type<object>[], of: NatsSettings = settings): Promise<INestApplication> {
  @Module({ imports: [NatsModule.forRoot(of)], controllers, providers: [{ provide: AUDIT_TRAIL, useValue: trail }] })
  class Service {}
  return (await Test.createTestingModule({ imports: [Service] }).compile()).createNestApplication({ logger: false });
}

describe('operator commands', () => {
  let app: INestApplication;
  let client: OpsClient;

  beforeAll(async () => {
    app = await serviceOf([EventsOpsController, ImportOpsController]);
    await connectOps(app, 'gamma');
    await app.init();
    client = new OpsClient(settings, OPERATOR);
    await until('the service listens', async () => {
      const reply = await client.request('ops.gamma.facts.replay', { from: 1 }).catch(() => null);
      return reply !== null;
    });
  });
  afterAll(async () => {
    await client.close();
    for (const answer of slowAnswers) answer();
    await app.close();
  });

  it('reach the controller under the prefix and return its result', async () => {
    await expect(client.request('ops.gamma.facts.replay', { from: 7 })).resolves.toEqual({
      ok: true,
      result: { from: 7, head: 9 },
    });
  });

  it('return a refusal unchanged', async () => {
    await expect(client.request('ops.gamma.facts.replay', { from: 404 })).resolves.toEqual({
      ok: false,
      error: 'the journal holds events 1 to 9',
    });
  });

  it('are validated before they reach the controller', async () => {
    await expect(client.request('ops.gamma.facts.replay', { from: 0 })).resolves.toEqual({
      ok: false,
      error: 'from must be a sequence, 1 or more',
    });
  });

  it('report an internal error without its details', async () => {
    await expect(client.request('ops.gamma.facts.replay', { from: 500 })).resolves.toEqual({
      ok: false,
      error: 'ops.gamma.facts.replay failed inside the service; its log says why',
    });
  });

  it('are audited with actor and reference before they are executed, and with their outcome', async () => {
    recorded.length = 0;
    await client.request('ops.gamma.facts.replay', { from: 7 });
    await client.request('ops.gamma.facts.replay', { from: 404 });
    await client.request('ops.gamma.limits.show', {});
    const of = { actor: 'alice', reference: 'TICKET-12', command: 'ops.gamma.facts.replay' };
    expect(recorded).toMatchObject([
      { number: 1, ...of, outcome: 'asked', asked: null, detail: '{"from":7}' },
      { number: 2, ...of, outcome: 'done', asked: 1, detail: '' },
      { number: 3, ...of, outcome: 'asked', asked: null, detail: '{"from":404}' },
      { number: 4, ...of, outcome: 'refused', asked: 3, detail: 'the journal holds events 1 to 9' },
    ]);
  });

  it('are not executed when the audit cannot be written', async () => {
    isTrailDown = true;
    try {
      const answer = client.request('ops.gamma.limits.set', { limit: 'general', count: 1 });
      await expect(answer).rejects.toThrow('the gamma service failed on ops.gamma.limits.set: the database is away');
      await expect(client.request('ops.gamma.limits.show', {})).resolves.toMatchObject({ ok: true });
    } finally {
      isTrailDown = false;
    }
  });

  it('are refused without a name or a reference', async () => {
    expect(() => new OpsClient(settings, { actor: 'Alice B', reference: 'x' })).toThrow('Alice B is not a valid operator name');
    const nameless = commandSubject(settings.prefix, 'Alice', 'ops.gamma.limits.show');
    const sent = { subject: nameless, reply: '_INBOX.ops.Alice.1', headers: operatorHeaders(OPERATOR) };
    expect(operatorOf(settings.prefix, 'ops.gamma.limits.show', sent)).toMatch(/^the operator must be named by 1 to 63/);
    const aimless = new OpsClient(settings, { actor: 'bob', reference: '' });
    await expect(aimless.request('ops.gamma.limits.show', {})).resolves.toEqual({
      ok: false,
      error: 'a command must bring a reference of 1 to 200 visible ASCII characters (Foretell-Reference)',
    });
    await aimless.close();
  });

  it('report that a service failed, and why', async () => {
    const batch: CatalogBatch = { shape: 'markets', rows: [{ place: 'a:1', row: {} }], sites: [] };
    await expect(client.request('ops.gamma.catalog.import', batch)).rejects.toThrow(
      /the gamma service failed on ops.gamma.catalog.import: the table is locked/,
    );
  });

  it('report that a service is not running', async () => {
    const answer = client.request('ops.data.doctor', {});
    await expect(answer).rejects.toThrow(OpsFailure);
    await expect(answer).rejects.toThrow(/the data service does not answer on nats:.*: is it running\?/);
  });

  it('report that a service timed out', async () => {
    await expect(client.request('ops.gamma.doctor', {}, 200)).rejects.toThrow(/did not answer ops.gamma.doctor within 200 ms/);
  });

  it('report that NATS is unreachable', async () => {
    const lost = new OpsClient({ ...settings, servers: ['nats://127.0.0.1:1'] }, OPERATOR);
    await expect(lost.request('ops.gamma.doctor', {})).rejects.toThrow(/NATS does not answer on nats:\/\/127.0.0.1:1/);
    await lost.close();
  });
});

describe('a service', () => {
  @Controller()
  class StrangerController {
    @OpsCommand('ops.data.doctor')
    examine(): DoctorReport {
      return { surface: 'data', checks: [] };
    }

    @EventPattern('ops.gamma.nonsense')
    nonsense(): void {}
  }

  @Controller()
  class SecondImportController extends ImportOpsController {}

  it('outside the sandbox refuses commands over a NATS without authentication', async () => {
    const guarded = { ...stageSettings(), allowsAnonymous: false };
    const app = await serviceOf([EventsOpsController, ImportOpsController], guarded);
    await connectOps(app, 'gamma');
    await app.init();
    const anybody = new OpsClient(guarded, OPERATOR);
    const ask = () => anybody.request('ops.gamma.limits.set', { limit: 'general', count: 0 }).catch(() => null);
    await until('the service listens', async () => (await ask()) !== null);
    const count = recorded.length;
    await expect(ask()).resolves.toMatchObject({
      ok: false,
      error: expect.stringContaining('the NATS server requires no credentials'),
    });
    expect(recorded).toHaveLength(count);
    await anybody.close();
    await app.close();
  });

  it.each([
    ['without a handler of one of its commands', [EventsOpsController], 'nothing handles ops.gamma.catalog.import'],
    [
      'with two handlers of one command',
      [EventsOpsController, ImportOpsController, SecondImportController],
      'ops.gamma.catalog.import has two handlers',
    ],
    [
      'with handlers of commands that are not its own',
      [EventsOpsController, ImportOpsController, StrangerController],
      'ops.data.doctor is none of its commands; ops.gamma.nonsense is none of its commands',
    ],
  ])('%s does not start, and leaves nothing open', async (_, controllers, fault) => {
    const app = await serviceOf(controllers);
    const closing = jest.spyOn(app, 'close');
    await expect(connectOps(app, 'gamma')).rejects.toThrow(`the gamma service cannot start: ${fault}`);
    expect(closing).toHaveBeenCalledTimes(1);
  });
});
