import { committedApi, describeApiDocument, readOperations } from '@foretell/testing';
import { openApi } from './openapi';

describeApiDocument('clob', openApi);

describe('the credentials in the document', () => {
  const document = committedApi('clob');

  it('are named for every route but the public ones', () => {
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        'security' in operation ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    );
    expect(
      open.every((name) => name.startsWith('GET ') || /^POST \/(books|prices|midpoints|spreads|last-|batch-)/.test(name)),
    ).toBe(true);
    expect(readOperations(document).length - open.length).toBe(56);
  });

  it('gives every route that asks for credentials the answer to wrong ones', () => {
    const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        'security' in operation && !('401' in operation.responses) ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(silent).toEqual([]);
  });

  it('gives every route that takes an API key the answer to a key without the permission or from another network', () => {
    const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security = [], responses }]) => {
        const takesKey = security.some((schemes) => 'l2ApiKey' in schemes);
        const codes = method === 'get' || path === '/orders-scoring' ? ['key_network'] : ['readonly_key', 'key_permission'];
        const text = responses['403']?.description ?? '';
        return takesKey && !codes.every((code) => text.includes(code)) ? [`${method.toUpperCase()} ${path}`] : [];
      }),
    );
    expect(silent).toEqual([]);
  });
});

it('I15: gives cursors a pattern that takes those of lists, and those that clients compute', () => {
  const cursors = readOperations(committedApi('clob')).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'next_cursor'),
  );
  const patterns = cursors.map(({ schema }) => schema.pattern ?? '');
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of new Set(patterns)) {
    expect(pattern.length).toBeLessThan(100);
    for (const cursor of ['MA==', 'LTE=', 'MTAw', 'QDEwMA==']) expect(cursor).toMatch(new RegExp(pattern));
    expect('a cursor').not.toMatch(new RegExp(pattern));
  }
});
