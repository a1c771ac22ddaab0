import { join } from 'node:path';
import { describeStatements } from '@foretell/testing';
import { FOLLOW } from '../engine/follower/follow.query';
import { COMMIT } from '../engine/journal/commit.query';
import { ID_PAGES, KNOWN_IDS } from '../engine/known/recorded-ids.query';
import { RECORD, RECORD_CHECKPOINT, RECORD_LEDGER, RECORD_LISTINGS } from '../engine/recorder/record.query';
import * as keys from '../keys/api-key.query';
import { BAN_OF, BANS } from '../keys/bans.query';
import { OPEN_ORDERS } from '../orders/open-orders.query';

/** The list may only get shorter. */
const NOT_MOVED = 'its unnamed statements still stand beside their use';

describeStatements({
  folder: join(__dirname, '..'),
  statements: {
    API_KEY: keys.API_KEY,
    API_KEYS_OF: keys.API_KEYS_OF,
    API_KEY_OF_NONCE: keys.API_KEY_OF_NONCE,
    BANS,
    BAN_OF,
    COMMIT,
    COUNT_API_KEYS: keys.COUNT_API_KEYS,
    COUNT_GOOD_API_KEYS: keys.COUNT_GOOD_API_KEYS,
    FOLLOW,
    FORGET_API_KEYS: keys.FORGET_API_KEYS,
    ID_PAGES: Object.values(ID_PAGES),
    KNOWN_IDS,
    MAKE_API_KEY: keys.MAKE_API_KEY,
    OPEN_ORDERS,
    RECORD,
    RECORD_CHECKPOINT,
    RECORD_LEDGER,
    RECORD_LISTINGS,
  },
  elsewhere: {
    'columns/sql-columns.ts': 'makes the texts of statements from the columns of a table',
    'engine/lease.ts': NOT_MOVED,
    'heartbeats/heartbeats.service.ts': NOT_MOVED,
    'market-directory/market-directory.ts': NOT_MOVED,
    'ops/repair-record.ts': NOT_MOVED,
    'record/beginning.ts': NOT_MOVED,
    'record/oldest-snapshot.ts': NOT_MOVED,
    'record/recorded.ts': NOT_MOVED,
    'rewards/reward-payments.ts': NOT_MOVED,
    'rewards/reward-sampler.ts': NOT_MOVED,
    'rewards/rewards.store.ts': NOT_MOVED,
    'rewards/scoring.service.ts': NOT_MOVED,
  },
});
