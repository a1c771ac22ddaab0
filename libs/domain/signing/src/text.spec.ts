import { hasSingleQuote, l2PayloadHead, parseAddress, parseBytes32, parseHex, parseUint256, withDoubleQuotes } from './index';

describe('the L2 payload', () => {
  it.each([
    ['1000000', 'POST', '/orders', '1000000POST/orders'],
    ['1000000', 'get', '/data/orders?next_cursor=MA%3D%3D', '1000000GET/data/orders'],
    ['1000000', 'DELETE', '/order?', '1000000DELETE/order'],
  ])('of %s %s %s starts with %s', (timestamp, method, target, head) => {
    expect(l2PayloadHead(timestamp, method, target)).toBe(head);
  });

  it('detects the body of clients that turn single quotes into double ones before signing', () => {
    const body = Buffer.from(`{'a': "it's"}`);
    expect(hasSingleQuote(body)).toBe(true);
    expect(Buffer.from(withDoubleQuotes(body)).toString()).toBe(`{"a": "it"s"}`);
    expect(hasSingleQuote(Buffer.from('{"a":1}'))).toBe(false);
    expect(body.toString()).toBe(`{'a': "it's"}`);
  });
});

describe('parsers', () => {
  it.each([
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['f39Fd6e51aad88F6F4ce6aB8827279cffFb92266', undefined],
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226', undefined],
    ['0xg39Fd6e51aad88F6F4ce6aB8827279cffFb92266', undefined],
    [' 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', undefined],
    [7, undefined],
  ])('read the address %s as %s', (text, expected) => {
    expect(parseAddress(text)).toBe(expected);
  });

  it.each([
    ['0', 0n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 2n ** 256n - 1n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639936', undefined],
    ['1'.repeat(79), undefined],
    ['-1', undefined],
    ['01', undefined],
    ['0x1', undefined],
    ['', undefined],
    [1, undefined],
  ])('read the unsigned integer %s as %s', (text, expected) => {
    expect(parseUint256(text)).toBe(expected);
  });

  it.each([
    ['0x0aFF', 4, [10, 255]],
    ['0x', 4, []],
    ['0x0aFF', 1, undefined],
    ['0aFF', 4, undefined],
    ['0x0', 4, undefined],
    ['0xzz', 4, undefined],
    ['', 4, undefined],
    [null, 4, undefined],
  ])('read the hex %s of at most %d bytes as %p', (text, lengthMax, expected) => {
    const bytes = parseHex(text, lengthMax);
    expect(bytes === undefined ? undefined : [...bytes]).toEqual(expected);
  });

  it('read 32 bytes of either case as lower case', () => {
    expect(parseBytes32(`0x${'A'.repeat(64)}`)).toBe(`0x${'a'.repeat(64)}`);
    expect(parseBytes32(`0x${'a'.repeat(63)}`)).toBeUndefined();
  });
});
