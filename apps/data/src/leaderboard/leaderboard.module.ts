import { Module } from '@nestjs/common';
import { BoardFollower } from './board.follower';
import { LeaderboardController } from './leaderboard.controller';
import { LeaderboardQuery } from './leaderboard.query';
import { LeaderboardService } from './leaderboard.service';

@Module({
  controllers: [LeaderboardController],
  providers: [BoardFollower, LeaderboardService, LeaderboardQuery],
  exports: [BoardFollower],
})
export class LeaderboardModule {}
