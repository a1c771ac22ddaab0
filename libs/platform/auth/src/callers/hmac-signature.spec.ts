import { isSamePassphrase, isSignedBy, requestDigest, requestSignature } from './hmac-signature';
import { Secret } from '../keys/secret';

/** The vector of the public clients' own unit tests. */
const SECRET = new Secret(`${'A'.repeat(43)}=`);
const REQUEST = { timestamp: '1000000', method: 'test-sign', target: '/orders', body: Buffer.from('{"hash": "0x123"}') };
// The published vector signs the method as given; over HTTP it is always upper case.
const PUBLISHED = 'ZwAdJKvoYRlEKDkNMwd5BuwNNtg93kNaR_oU2HrfVvc=';
const PUBLISHED_HEX = '67001d24abe861194428390d33077906ec0d36d83dde435a47fa14d87adf56f7';

describe('the digest', () => {
  it('equals the published one for the same head of the payload', () => {
    // Everything before the body may be put in the path, since the parts are only concatenated.
    const published = { ...REQUEST, timestamp: '', method: '', target: '1000000test-sign/orders' };
    expect(requestSignature(SECRET, published)).toBe(PUBLISHED);
    expect(requestDigest(SECRET, published).toString('hex')).toBe(PUBLISHED_HEX);
  });

  it('covers the path without its query', () => {
    const plain = requestSignature(SECRET, { ...REQUEST, target: '/data/orders' });
    expect(requestSignature(SECRET, { ...REQUEST, target: '/data/orders?next_cursor=MA%3D%3D' })).toBe(plain);
    expect(requestSignature(SECRET, { ...REQUEST, target: '/data/trades' })).not.toBe(plain);
  });

  it('is the same for a secret in either base64 alphabet, with or without padding', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    const expected = requestSignature(new Secret(bytes.toString('base64')), REQUEST);
    expect(requestSignature(new Secret(bytes.toString('base64url')), REQUEST)).toBe(expected);
    expect(bytes.toString('base64')).not.toBe(bytes.toString('base64url'));
  });
});

describe('a signature', () => {
  const published = { ...REQUEST, timestamp: '', method: '', target: '1000000test-sign/orders' };

  it.each([
    ['base64url with padding', PUBLISHED],
    ['base64url without padding', PUBLISHED.slice(0, -1)],
    ['base64', PUBLISHED.replaceAll('_', '/').replaceAll('-', '+')],
    ['hex', PUBLISHED_HEX],
    ['hex in upper case', PUBLISHED_HEX.toUpperCase()],
    ['hex with 0x', `0x${PUBLISHED_HEX}`],
  ])('is valid in %s', (_encoding, signature) => {
    expect(isSignedBy(SECRET, published, signature)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a digest that is too short', PUBLISHED_HEX.slice(2)],
    ['a digest that is too long', `${PUBLISHED_HEX}00`],
    ['another digest', PUBLISHED.replace('Z', 'Y')],
    ['another hex digest', PUBLISHED_HEX.replace('6', '5')],
    ['characters of no encoding', `${PUBLISHED.slice(0, -2)}*=`],
  ])('is invalid as %s', (_name, signature) => {
    expect(isSignedBy(SECRET, published, signature)).toBe(false);
  });

  it.each([
    ['body', { body: Buffer.from('{"hash": "0x124"}') }],
    ['method', { method: 'DELETE' }],
    ['path', { target: '/order' }],
    ['timestamp', { timestamp: '1000001' }],
  ])('is invalid for another %s', (_part, change) => {
    const signature = requestSignature(SECRET, { ...REQUEST, method: 'POST' });
    expect(isSignedBy(SECRET, { ...REQUEST, method: 'POST' }, signature)).toBe(true);
    expect(isSignedBy(SECRET, { ...REQUEST, method: 'POST', ...change }, signature)).toBe(false);
  });

  it('is valid for a body whose single quotes the client signed as double ones', () => {
    const sent = { ...REQUEST, method: 'POST', body: Buffer.from(`{"note": "it's"}`) };
    const signedAs = { ...sent, body: Buffer.from(`{"note": "it"s"}`) };
    expect(isSignedBy(SECRET, sent, requestSignature(SECRET, signedAs))).toBe(true);
    expect(isSignedBy(SECRET, sent, requestSignature(SECRET, sent))).toBe(true);
    expect(isSignedBy(SECRET, signedAs, requestSignature(SECRET, sent))).toBe(false);
  });

  it('is invalid for a body in which double quotes became single ones, so that another field is read', () => {
    const signed = { ...REQUEST, method: 'POST', body: Buffer.from('{"deferExec":false,"postOnly":true}') };
    const changed = { ...signed, body: Buffer.from(`{"deferExec':false,'postOnly":true}`) };
    expect(JSON.parse(changed.body.toString())).not.toHaveProperty('postOnly');
    expect(isSignedBy(SECRET, changed, requestSignature(SECRET, signed))).toBe(false);
  });
});

it('a passphrase matches only if every character does', () => {
  const expected = new Secret('ab'.repeat(32));
  expect(isSamePassphrase(expected, 'ab'.repeat(32))).toBe(true);
  expect(isSamePassphrase(expected, `${'ab'.repeat(31)}ac`)).toBe(false);
  expect(isSamePassphrase(expected, 'ab'.repeat(31))).toBe(false);
  expect(isSamePassphrase(expected, '')).toBe(false);
});
