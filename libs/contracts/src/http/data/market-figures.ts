import { ApiProperty } from '@nestjs/swagger';

/** A market's open interest (GET /oi) or volume (inside GET /live-volume), USDC as a decimal string. Source: protocol 15. */
export class MarketFigure {
  @ApiProperty({ description: 'Condition id' }) market: string = '';
  @ApiProperty({ example: '187500.12' }) value: string = '0';
}

/** Item of GET /live-volume. */
export class LiveVolume {
  @ApiProperty({ example: '284512.77' }) total: string = '0';
  @ApiProperty({ type: [MarketFigure] }) markets: MarketFigure[] = [];
}
