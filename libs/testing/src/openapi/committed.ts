import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFaults, type ApiDocument } from './api-faults';
import type { OpenApi } from './schema';

const FOLDER = join(__dirname, '../../../contracts/openapi');

/** The committed document of a service. */
export function committedApi(service: string): OpenApi & ApiDocument {
  return JSON.parse(readFileSync(join(FOLDER, `${service}.json`), 'utf8')) as OpenApi & ApiDocument;
}

/** Tests of each service's document; `make` generates it from the current routes. */
export function describeApiDocument(service: string, make: () => Promise<object>): void {
  describe('the document of the API', () => {
    let document: unknown;

    beforeAll(async () => {
      document = JSON.parse(JSON.stringify(await make()));
    });

    it('equals the committed one: a change of the wire changes that file, which npm run openapi writes', () => {
      expect(document).toEqual(committedApi(service));
    });

    it('is complete for an integrator', () => {
      expect(apiFaults(document as ApiDocument)).toEqual([]);
    });
  });
}
