import { apiFaults, readOperations, type ApiDocument, type OpenApi } from '@foretell/testing';
import { openApi } from './openapi';
import { committedApi } from './testing/committed-api';

describe('the document of the API', () => {
  let document: OpenApi & ApiDocument;

  beforeAll(async () => {
    document = JSON.parse(JSON.stringify(await openApi())) as OpenApi & ApiDocument;
  });

  it('is the committed one: a change of the wire is a change of that file, written by npm run openapi', () => {
    expect(document).toEqual(committedApi());
  });

  it('leaves nothing out that an integrator needs', () => {
    expect(apiFaults(document)).toEqual([]);
  });

  it('names the credentials of every route but the public ones', () => {
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        'security' in operation ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    );
    expect(
      open.every((name) => name.startsWith('GET ') || /^POST \/(books|prices|midpoints|spreads|last-|batch-)/.test(name)),
    ).toBe(true);
    expect(readOperations(document).length - open.length).toBe(33);
  });

  it('gives every route that asks for credentials the answer to wrong ones', () => {
    const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        'security' in operation && !('401' in operation.responses) ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(silent).toEqual([]);
  });
});
