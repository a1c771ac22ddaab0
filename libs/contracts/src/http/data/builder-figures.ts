import { ApiProperty } from '@nestjs/swagger';

/** Item of GET /v1/builders/leaderboard: totals of the trades attributed to a builder. Source: protocol 15. */
export class BuilderEntry {
  @ApiProperty({ example: '1' }) rank: string = '';
  @ApiProperty({ description: 'Builder code, bytes32' }) builder: string = '';
  @ApiProperty({ description: 'USDC' }) volume: number = 0;
  @ApiProperty({ type: 'integer', description: 'Wallets that traded' }) activeUsers: number = 0;
  @ApiProperty() verified: boolean = false;
  @ApiProperty() builderLogo: string = '';
}

/** Item of GET /v1/builders/volume: a builder's day. */
export class BuilderDay extends BuilderEntry {
  @ApiProperty({ description: 'The day, UTC', example: '2026-11-21T00:00:00Z' }) dt: string = '';
}
