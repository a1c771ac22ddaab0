import { ApiProperty, OmitType } from '@nestjs/swagger';
import { LeaderboardEntry } from '../leaderboard-entry';

/** GET / of the data service. */
export class DataHealth {
  @ApiProperty({ enum: ['OK'] }) data: string = 'OK';
}

/** A wallet's profile: GET /profiles/{address}. */
export class WalletProfile {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty() name: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty() bio: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() profileImageOptimized: string = '';
  @ApiProperty() displayUsernamePublic: boolean = false;
  @ApiProperty({ type: String, nullable: true }) xUsername: string | null = null;
  @ApiProperty({ type: Boolean, nullable: true }) verifiedBadge: boolean | null = null;
}

/** GET /public/traded. */
export class MarketsTradedNumber {
  @ApiProperty() user: string = '';
  @ApiProperty({ type: 'integer', description: 'Number of markets' }) traded: number = 0;
}

/** A wallet's position in a market: GET /public/v1/market-positions. */
export class MarketPosition {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty() name: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() verified: boolean = false;
  @ApiProperty({ description: 'Token id' }) asset: string = '';
  @ApiProperty() conditionId: string = '';
  @ApiProperty({ description: 'USDC a share' }) avgPrice: number = 0;
  @ApiProperty({ description: 'Shares held' }) size: number = 0;
  @ApiProperty() currPrice: number = 0;
  @ApiProperty() currentValue: number = 0;
  @ApiProperty() cashPnl: number = 0;
  @ApiProperty({ description: 'All shares acquired' }) totalBought: number = 0;
  @ApiProperty() realizedPnl: number = 0;
  @ApiProperty() totalPnl: number = 0;
  @ApiProperty({ type: String, nullable: true }) outcome: string | null = null;
  @ApiProperty({ type: 'integer' }) outcomeIndex: number = 0;
}

/** A token's positions, largest first. */
export class MarketPositions {
  @ApiProperty({ description: 'Token id' }) token: string = '';
  @ApiProperty({ type: [MarketPosition] }) positions: readonly MarketPosition[] = [];
}

/** Item of GET /public/oi: like MarketFigure, but a number. */
export class PublicMarketFigure {
  @ApiProperty({ description: 'Condition id' }) market: string = '';
  @ApiProperty({ example: 187500.12 }) value: number = 0;
}

/** Item of GET /public/live-volume. */
export class PublicLiveVolume {
  @ApiProperty({ example: 284512.77 }) total: number = 0;
  @ApiProperty({ type: [PublicMarketFigure] }) markets: PublicMarketFigure[] = [];
}

/** The type is written out: declarations of this package reference no framework. */
const Standing: new () => Omit<LeaderboardEntry, 'xUsername' | 'verifiedBadge'> = OmitType(LeaderboardEntry, [
  'xUsername',
  'verifiedBadge',
] as const);

/** Item of GET /public/v1/leaderboard: no field is null. */
export class PublicLeaderboardEntry extends Standing {
  @ApiProperty({ description: 'Empty when unknown' }) xUsername: string = '';
  @ApiProperty() verifiedBadge: boolean = false;
}
