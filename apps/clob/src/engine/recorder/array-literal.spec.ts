import { arrayLiteral } from './array-literal';

describe('an array literal', () => {
  it.each([
    [[], '{}'],
    [[1, -2, 9_007_199_254_740_991], '{1,-2,9007199254740991}'],
    [[true, false], '{true,false}'],
    [['a', null, undefined, ''], '{"a",NULL,NULL,""}'],
    [['NULL', 'a,b', '{}'], '{"NULL","a,b","{}"}'],
    [['{"a":"b\\n"}'], '{"{\\"a\\":\\"b\\\\n\\"}"}'],
  ])('of %j is %s', (elements, literal) => {
    expect(arrayLiteral(elements)).toBe(literal);
  });
});
