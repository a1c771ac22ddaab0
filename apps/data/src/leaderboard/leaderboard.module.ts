import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { BoardFollower } from './board.follower';
import { LeaderboardController } from './leaderboard.controller';
import { LeaderboardQuery } from './leaderboard.query';
import { LeaderboardService } from './leaderboard.service';

@Module({
  imports: [ProfilesModule],
  controllers: [LeaderboardController],
  providers: [BoardFollower, LeaderboardService, LeaderboardQuery],
  exports: [BoardFollower, LeaderboardService],
})
export class LeaderboardModule {}
