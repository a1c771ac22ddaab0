import { join } from 'node:path';
import { describeStatements } from './describe-statements';

const PLATFORM = join(__dirname, '../../../platform');

describe('platform/nats', () => describeStatements({ folder: join(PLATFORM, 'nats/src') }));
describe('platform/prisma', () =>
  describeStatements({
    folder: join(PLATFORM, 'prisma/src'),
    elsewhere: { 'partitions.ts': 'calls a function whose schema is an argument' },
  }));
describe.each(['auth', 'limits', 'server'])('platform/%s', (library) =>
  describeStatements({ folder: join(PLATFORM, library, 'src') }),
);
