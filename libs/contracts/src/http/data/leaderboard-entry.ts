import { ApiProperty } from '@nestjs/swagger';

/** Item of GET /v1/leaderboard. Source: interface, Leaderboard entry. */
export class LeaderboardEntry {
  @ApiProperty({ example: '1', description: 'Rank among all traders' }) rank: string = '';
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty() userName: string = '';
  @ApiProperty({ description: 'USDC traded in the period' }) vol: number = 0;
  @ApiProperty({ description: 'Profit from trading in the period, USDC' }) pnl: number = 0;
  @ApiProperty() profileImage: string = '';
  @ApiProperty({ type: String, nullable: true }) xUsername: string | null = null;
  @ApiProperty({ type: Boolean, nullable: true }) verifiedBadge: boolean | null = null;
}
