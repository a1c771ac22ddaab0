import * as fc from 'fast-check';
import { keyOfText, ulidOfKey } from './key-ulid';

describe('an API key as a ULID', () => {
  it('holds the bits of the UUID, most significant first', () => {
    expect(ulidOfKey('00000000-0000-0000-0000-000000000001')).toBe('00000000000000000000000001');
    expect(ulidOfKey('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(ulidOfKey('0193c6f1-9f2e-7c1a-8b3d-5e6f708192a3')).toBe('01JF3F37SEFGD8PFAYDXR834N3');
  });

  it('leads back to the key, in either form and any case', () => {
    fc.assert(
      fc.property(fc.uuid(), (key) => {
        const ulid = ulidOfKey(key);
        expect(ulid).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
        for (const text of [key, key.toUpperCase(), ulid, ulid.toLowerCase()]) expect(keyOfText(text)).toBe(key);
      }),
    );
  });

  it.each([
    '',
    'x',
    '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    'O1JF3F37SEFGD8PFAYDXR834N3',
    '01JF3F37SEFGD8PF9YDXR832N',
    `${'0'.repeat(27)}`,
  ])('is not %j', (text) => {
    expect(keyOfText(text)).toBeUndefined();
  });
});
