import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { PlaceOrderItem } from './place-order';

const GOOD = {
  tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  maker: `0x${'12'.repeat(20)}`,
  signer: `0x${'12'.repeat(20)}`,
  makerAmount: '2331000',
  takerAmount: '5550000',
  side: 'BUY',
  salt: '763713635560',
  signatureType: 0,
  signature: `0x${'ab'.repeat(65)}`,
};
const item = (changes: object): object => ({ order: { ...GOOD, ...changes }, orderType: 'GTC', owner: 'a-key' });

/** Every message of the validation library, parents before names, as users of the package print them. */
function sentencesOf(plain: object): readonly string[] {
  const all = (error: ValidationError, parent: string): string[] => [
    ...Object.values(error.constraints ?? {}).map((text) => parent + text),
    ...(error.children ?? []).flatMap((child) => all(child, `${parent}${error.property}.`)),
  ];
  return validateSync(plainToInstance(PlaceOrderItem, plain)).flatMap((error) => all(error, ''));
}

describe('validation of an order', () => {
  it('accepts a well-formed order', () => {
    expect(sentencesOf(item({}))).toEqual([]);
  });

  it.each<readonly [string, object, readonly string[]]>([
    ['a token id with a letter', item({ tokenId: '7x' }), ['order.tokenId must be a decimal integer string']],
    ['a signature type of 9', item({ signatureType: 9 }), ['order.signatureType must be 0, 1, 2 or 3']],
    ['a signature type as text', item({ signatureType: '0' }), ['order.signatureType must be 0, 1, 2 or 3']],
    ['no signature', item({ signature: undefined }), ['order.signature is missing']],
    ['a long signature', item({ signature: 'a'.repeat(2_001) }), ['order.signature must be 0x hex of at most 2000 characters']],
    ['no salt', item({ salt: undefined }), ['order.salt is missing']],
    ['no order', { orderType: 'GTC', owner: 'a-key' }, ['order is missing']],
    ['a text as order', { order: 'x', orderType: 'GTC', owner: 'a-key' }, ['order must be an object']],
    ['null as order', { order: null, orderType: 'GTC', owner: 'a-key' }, ['order must be an object']],
    ['a list as order', { order: [], orderType: 'GTC', owner: 'a-key' }, ['order must be an object']],
    ['no owner and no type', { order: GOOD }, ['orderType is missing', 'owner is missing']],
  ])('%s is reported once, by its path', (_what, plain, sentences) => {
    expect(sentencesOf(plain).toSorted()).toEqual(sentences);
  });
});
