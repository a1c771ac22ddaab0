import { PlaceOrderItem } from '@foretell/contracts';
import { IsInt, Max, Min } from 'class-validator';
import { shape } from './shape';

class Level {
  @IsInt({ message: 'level must be a whole number' })
  @Min(1, { message: 'level must be 1 or more' })
  @Max(9, { message: 'level must be 9 or less' })
  level!: number;
}

describe('the faults of a body', () => {
  it('are one sentence per field, though several constraints fail', () => {
    expect(shape(Level, { level: 'x' })).toMatchObject({ faults: ['level must be 9 or less'] });
  });

  it('name the fields of an order by the path under which they were sent', () => {
    expect(shape(PlaceOrderItem, { order: { tokenId: '7x', signatureType: 9 }, orderType: 'GTC', owner: 'a' })).toMatchObject({
      faults: [
        'order.tokenId must be a decimal integer string',
        'order.maker is missing',
        'order.signer is missing',
        'order.makerAmount is missing',
        'order.takerAmount is missing',
        'order.side is missing',
        'order.salt is missing',
        'order.signatureType must be 0, 1, 2 or 3',
        'order.signature is missing',
      ],
    });
  });

  it('describe an order once when it is none', () => {
    expect(shape(PlaceOrderItem, { order: 7, orderType: 'GTC', owner: 'a' })).toMatchObject({
      faults: ['order must be an object'],
    });
  });
});
