import { Logger } from '@nestjs/common';
import type { OpsCommandName } from '@foretell/contracts';
import type { AuditTrail } from './audit/audit-trail';
import { audited } from './audited';

const operator = { actor: 'alice', reference: 'TICKET-12' };

describe('the log of operator commands', () => {
  let lines: unknown[];
  let isTrailDown: boolean;
  const trail: AuditTrail = {
    add: ({ outcome }) =>
      isTrailDown && outcome !== 'asked' ? Promise.reject(new Error('the database is away')) : Promise.resolve(7),
    list: () => Promise.resolve([]),
  };
  const execute = (name: OpsCommandName, request: unknown, carryOut: () => Promise<unknown>): Promise<unknown> =>
    audited(trail, { name, operator, request }, carryOut).catch(() => undefined);

  beforeEach(() => {
    [lines, isTrailDown] = [[], false];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(line));
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['done', undefined, () => Promise.resolve({ ok: true, result: {} })],
    ['refused', 'no such key', () => Promise.resolve({ ok: false, error: 'no such key' })],
    ['failed', 'the table is locked', () => Promise.reject(new Error('the table is locked'))],
  ])('has one line of a command that was %s', async (outcome, reason, carryOut) => {
    await execute('ops.clob.keys.revoke', { apiKey: 'k1' }, carryOut);
    expect(lines).toEqual([
      {
        msg: `operator command: ${outcome}`,
        ...{ ...operator, command: 'ops.clob.keys.revoke', outcome, asked: 7, detail: '{"apiKey":"k1"}', reason },
      },
    ]);
  });

  it('has the line when the end cannot be audited', async () => {
    isTrailDown = true;
    await execute('ops.clob.keys.revoke', {}, () => Promise.resolve({ ok: true }));
    expect(lines).toMatchObject([{ command: 'ops.clob.keys.revoke', outcome: 'done' }]);
  });

  it('has no line of a command that only reads', async () => {
    await execute('ops.clob.doctor', {}, () => Promise.resolve({ ok: true }));
    expect(lines).toEqual([]);
  });
});
