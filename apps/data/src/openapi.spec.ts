import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFaults, type ApiDocument } from '@foretell/testing';
import { openApi } from './openapi';

const COMMITTED = join(__dirname, '../../../libs/contracts/openapi/data.json');

describe('the document of the API', () => {
  it('is the committed one: a change of the wire is a change of that file, written by npm run openapi', async () => {
    const committed: unknown = JSON.parse(readFileSync(COMMITTED, 'utf8'));
    expect(JSON.parse(JSON.stringify(await openApi()))).toEqual(committed);
  });

  it('leaves nothing out that an integrator needs', async () => {
    expect(apiFaults((await openApi()) as ApiDocument)).toEqual([]);
  });
});
