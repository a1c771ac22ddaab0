import { DATABASE_OPTIONS, type DatabaseOptions } from '@foretell/platform-prisma';
import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { BoardFollower } from './board.follower';
import { BoardThread } from './board.thread';
import { LeaderboardController } from './leaderboard.controller';
import { LeaderboardQuery } from './leaderboard.query';
import { LeaderboardService } from './leaderboard.service';

@Module({
  imports: [ProfilesModule],
  controllers: [LeaderboardController],
  providers: [
    { provide: BoardThread, inject: [DATABASE_OPTIONS], useFactory: (options: DatabaseOptions) => new BoardThread(options) },
    BoardFollower,
    LeaderboardService,
    LeaderboardQuery,
  ],
  exports: [BoardFollower, LeaderboardService],
})
export class LeaderboardModule {}
