import { BadRequestException, InternalServerErrorException, Logger, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { FailureAnswers } from './failure-answers';
import { FailureFilter } from './failure.filter';
import { HttpFailure, Unavailable } from './http-failure';
import { setImmediate } from 'node:timers/promises';

interface Said {
  readonly status: number;
  readonly headers: unknown;
  readonly body: unknown;
  readonly ended: boolean;
}

/** The filter's response to a thrown value, and its log lines. */
async function said(thrown: unknown, headersSent = false): Promise<Said & { readonly logged: unknown[][] }> {
  const answer = { status: 0, headers: {}, body: undefined as unknown, ended: false };
  const response = {
    headersSent,
    set statusCode(status: number) {
      Object.assign(answer, { status });
    },
    setHeader: (name: string, value: unknown) => {
      if (!name.startsWith('Content-')) Object.assign(answer.headers, { [name]: value });
    },
    end: (body: string) => Object.assign(answer, body === '' ? { ended: true } : { body: JSON.parse(body) as unknown }),
  };
  const logged: unknown[][] = [];
  const spy = jest.spyOn(Logger.prototype, 'error').mockImplementation((...line: unknown[]) => void logged.push(line));
  const filter = new FailureFilter(new FailureAnswers(({ message, code, details }) => ({ error: message, code, details })));
  filter.catch(
    thrown,
    new ExecutionContextHost([{ method: 'GET', url: '/x?y', headers: { 'x-request-id': 'seven' } }, response]),
  );
  spy.mockRestore();
  await setImmediate();
  return { ...answer, logged };
}

describe('the failure filter', () => {
  it('answers 503 with a short Retry-After for what is not possible at present', async () => {
    expect(await said(new Unavailable('the tables lag behind, try again', 'record_behind', { commits: 2 }))).toEqual({
      status: 503,
      headers: { 'Retry-After': '1' },
      body: { error: 'the tables lag behind, try again', code: 'record_behind', details: { commits: 2 } },
      ended: false,
      logged: [],
    });
  });

  it("answers a refusal in the service's body, with its headers", async () => {
    expect(await said(new HttpFailure(425, 'try again', 'not_ready', { a: 1 }, { 'Retry-After': '1' }))).toEqual({
      status: 425,
      headers: { 'Retry-After': '1' },
      body: { error: 'try again', code: 'not_ready', details: { a: 1 } },
      ended: false,
      logged: [],
    });
  });

  it.each([
    ['an unknown route', new NotFoundException('Cannot GET /x'), 404, 'not found', 'not_found'],
    ['a bad request of the framework', new BadRequestException('no'), 400, 'no', 'bad_request'],
    ['a path that is no percent-encoding', new URIError('x'), 400, 'the path is not valid percent-encoding', 'bad_request'],
    [
      "express's own bad request",
      Object.assign(new Error('Failed to decode'), { status: 400 }),
      400,
      'the path is not valid percent-encoding',
      'bad_request',
    ],
  ])('answers %s', async (_name, thrown, status, error, code) => {
    expect(await said(thrown)).toMatchObject({ status, body: { error, code }, logged: [] });
  });

  it.each([
    ['cannot be reached', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
    ['has ended its sessions', new Error('Connection terminated unexpectedly')],
    ['has no room on its disk', Object.assign(new Error('could not extend file'), { severity: 'ERROR', code: '53100' })],
    ['is away, reported by a caller of it', new Error('not read', { cause: new Error('Query read timeout') })],
  ])('reports that the database %s, and logs it', async (_name, thrown) => {
    const { status, headers, body, logged } = await said(thrown);
    expect({ status, headers, body }).toEqual({
      status: 503,
      headers: { 'Retry-After': '1' },
      body: { error: 'the database cannot be used at present, try again', code: 'database_unavailable' },
    });
    expect(logged).toHaveLength(1);
  });

  it.each([
    ['a statement that is wrong', Object.assign(new Error('syntax error'), { severity: 'ERROR', code: '42601' })],
    ['a file that is missing', Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  ])('treats %s as an internal error', async (_name, thrown) => {
    expect(await said(thrown)).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  });

  it.each([
    new Error('password=x at /etc'),
    new InternalServerErrorException('inside'),
    'a text',
    null,
    undefined,
    { status: 400 },
  ])('answers %p as an internal error: 500 without details, and logs it', async (thrown) => {
    const { status, body, logged } = await said(thrown);
    expect([status, body]).toEqual([500, { error: 'Internal server error', code: 'internal_error' }]);
    expect(logged).toEqual([[{ requestId: 'seven', err: thrown, method: 'GET', path: '/x' }, 'unexpected fault']]);
  });

  it('only ends a response that has begun', async () => {
    expect(await said(new Error('late'), true)).toMatchObject({ status: 0, body: undefined, ended: true });
  });
});
