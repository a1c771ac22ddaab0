import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The documentation of values that many fields of the trading service have: type, form, unit and an example, written once. */
const documented = <T extends ApiPropertyOptions>(value: T): T => value;

const CONDITION = '0x9f1c3f6f0d1e8a5b7c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3';
const TOKEN = '71321045679252212594626385532706912750332728571942532289631379312455583992563';

export const CONDITION_ID = documented({
  type: String,
  pattern: '^0x[0-9a-f]{64}$',
  example: CONDITION,
  description: 'Condition id of the market: 0x and 64 hex digits',
});

export const TOKEN_ID = documented({
  type: String,
  pattern: '^[0-9]{1,78}$',
  example: TOKEN,
  description: 'Id of an outcome token: a decimal number of at most 256 bits, as a string',
});

export const ORDER_ID = documented({
  type: String,
  pattern: '^0x[0-9a-f]{64}$',
  example: '0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1',
  description: 'The EIP-712 hash of the signed order',
});

export const TRADE_ID = documented({ type: String, example: '01KAN3T5Q8000000000000000A', description: 'Id of the trade' });

export const ADDRESS = documented({
  type: String,
  pattern: '^0x[0-9a-fA-F]{40}$',
  example: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  description: 'A wallet: 0x and 40 hex digits',
});

export const BYTES32 = documented({
  type: String,
  pattern: '^0x[0-9a-fA-F]{64}$',
  example: `0x${'0'.repeat(64)}`,
  description: '32 bytes: 0x and 64 hex digits',
});

export const API_KEY = documented({
  type: String,
  format: 'uuid',
  example: 'fd9b64a9-7759-4dd1-8f7f-2d9f06feeb40',
  description: 'Id of an API key; not a secret',
});

/** An API key in a response that names its owner. */
export const OWNER = documented({
  type: String,
  pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$',
  example: API_KEY.example,
  description: 'API key; with the KUEST_ prefix its 128 bits in the ULID form',
});

export const SIDE = documented({ type: String, enum: ['BUY', 'SELL'], example: 'BUY' });

export const ORDER_TYPE = documented({
  type: String,
  enum: ['GTC', 'GTD', 'FOK', 'FAK'],
  example: 'GTC',
  description:
    'GTC rests until cancelled, GTD until its expiration; FOK fills wholly or not at all; FAK fills what it can at once',
});

/** Decimal strings have at most six decimals and no trailing zeros. */
const DECIMAL = '^(0|[1-9][0-9]*)(\\.[0-9]{1,6})?$';

export const PRICE = documented({
  type: String,
  pattern: DECIMAL,
  example: '0.42',
  description: 'USDC for one share, between 0 and 1, decimal string',
});

export const SHARES = documented({
  type: String,
  pattern: DECIMAL,
  example: '12.5',
  description: 'Whole shares, decimal string with at most six decimals',
});

export const USDC = documented({
  type: String,
  pattern: DECIMAL,
  example: '5.25',
  description: 'USDC, decimal string with at most six decimals',
});

/** Empty while nothing was traded. */
export const AMOUNT_OR_EMPTY = documented({ type: String, pattern: '^$|^(0|[1-9][0-9]*)(\\.[0-9]{1,6})?$', example: '5.25' });

/** Integers of up to 256 bits, to within a millionth of the largest: no sign, no leading zero, no exponent. */
export const UINT256 = documented({
  type: String,
  pattern: '^(0|[1-9][0-9]{0,76}|1(0[0-9]|1[0-4])[0-9]{75}|115([0-6][0-9]{74}|7[0-8][0-9]{73}))$',
  example: '5250000',
});

export const ISO_TIME = documented({ type: String, format: 'date-time', example: '2026-11-21T12:00:00.000Z' });

export const UNIX_SECONDS_TEXT = documented({
  type: String,
  pattern: '^[0-9]+$',
  example: '1795262400',
  description: 'Unix seconds',
});

export const OUTCOME = documented({ type: String, example: 'Yes', description: 'Label of the outcome' });

export const BPS_TEXT = documented({
  type: String,
  pattern: '^[0-9]+$',
  example: '0',
  description: 'Basis points, decimal string',
});
