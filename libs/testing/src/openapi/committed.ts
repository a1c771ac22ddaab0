import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFaults, type ApiDocument } from './api-faults';
import type { OpenApi } from './schema';

const FOLDER = join(__dirname, '../../../contracts/openapi');

/** The committed document of a surface. */
export function committedApi(surface: string): OpenApi & ApiDocument {
  return JSON.parse(readFileSync(join(FOLDER, `${surface}.json`), 'utf8')) as OpenApi & ApiDocument;
}

/** What holds of each surface's document, `make` being the one of the routes as they are. */
export function describeApiDocument(surface: string, make: () => Promise<object>): void {
  describe('the document of the API', () => {
    let document: unknown;

    beforeAll(async () => {
      document = JSON.parse(JSON.stringify(await make()));
    });

    it('is the committed one: a change of the wire is a change of that file, written by npm run openapi', () => {
      expect(document).toEqual(committedApi(surface));
    });

    it('leaves nothing out that an integrator needs', () => {
      expect(apiFaults(document as ApiDocument)).toEqual([]);
    });
  });
}
