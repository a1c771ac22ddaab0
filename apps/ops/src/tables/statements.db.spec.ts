import { join } from 'node:path';
import { describeStatements } from '@foretell/testing';

const TABLE_IS_ARGUMENT = 'its tables and partitions are arguments';

describeStatements({
  folder: join(__dirname, '..'),
  elsewhere: Object.fromEntries(
    [
      'archive/archivable.ts',
      'archive/make-archive.ts',
      'archive/orders-archive.ts',
      'archive/restore-archive.ts',
      'backup/make-backup.ts',
      'backup/restore-backup.ts',
      'tables/partitions.ts',
    ].map((path) => [path, TABLE_IS_ARGUMENT]),
  ),
});
