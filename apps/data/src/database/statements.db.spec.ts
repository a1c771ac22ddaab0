import { join } from 'node:path';
import { describeStatements } from '@foretell/testing';
import { ACTIVITY_OF_WALLET } from '../activity/activity.query';
import { BUILDER_DAYS, BUILDER_TOTALS } from '../builders/builders.query';
import { HOLDERS } from '../holders/holders.query';
import { PRIOR_CONDITIONS, PRIOR_POSITIONS, PRIOR_TRADED, PRIOR_WALLETS } from '../ingest/prior-rows.query';
import * as written from '../ingest/rows.query';
import { BOARD_PROFILES, WALLETS_NAMED } from '../leaderboard/leaderboard.query';
import { FED_TRADES, FEED_HEAD } from '../live-data/activity-feed.query';
import { LARGEST_OPEN_INTEREST, OPEN_INTEREST } from '../market-figures/market-figures.query';
import { BEST_POSITION } from '../public/market-positions.query';
import { PROFILE } from '../public/profile.query';
import { TOKENS_OF_CONDITIONS } from '../public/token-names.query';
import { TOTALS_BEFORE, TOTALS_BEFORE_ALL } from '../public/traded.query';
import { TRADES, TRADES_OF_MARKETS, TRADES_OF_WALLET } from '../trades/trades.query';
import { HOLD_GENERATION, MOVE_CHECKPOINT } from './generation.query';
import { COUNTED_TOTALS, NEWEST_TOTALS, TOTALS_OF_ADDRESS } from './wallet-totals.query';

describeStatements({
  folder: join(__dirname, '..'),
  statements: {
    ACTIVITY_OF_WALLET,
    ADD_BUILDER_VOLUMES: written.ADD_BUILDER_VOLUMES,
    BEST_POSITION,
    BOARD_PROFILES,
    BUILDER_DAYS,
    BUILDER_TOTALS,
    COUNTED_TOTALS,
    FED_TRADES,
    FEED_HEAD,
    HOLDERS,
    HOLD_GENERATION,
    INSERT_CONDITIONS: written.INSERT_CONDITIONS,
    INSERT_MINUTES: written.INSERT_MINUTES,
    INSERT_WALLETS: written.INSERT_WALLETS,
    LARGEST_OPEN_INTEREST,
    MOVE_CHECKPOINT,
    NEWEST_TOTALS,
    OPEN_INTEREST,
    PRIOR_CONDITIONS,
    PRIOR_POSITIONS,
    PRIOR_TRADED,
    PRIOR_WALLETS,
    PROFILE,
    TOKENS_OF_CONDITIONS,
    TOTALS_BEFORE,
    TOTALS_BEFORE_ALL,
    TOTALS_OF_ADDRESS,
    TRADES,
    TRADES_OF_MARKETS,
    TRADES_OF_WALLET,
    UPDATE_CONDITIONS: written.UPDATE_CONDITIONS,
    UPDATE_MARKS: written.UPDATE_MARKS,
    UPDATE_POSITIONS: written.UPDATE_POSITIONS,
    WALLETS_NAMED,
  },
  elsewhere: { 'database/columns.ts': 'makes the texts of statements from the columns of a table' },
});
