import { join } from 'node:path';
import { describeStatements } from '@foretell/testing';

const PARTS = 'makes parts of statements from the columns of a table';

describeStatements({
  folder: join(__dirname, '..'),
  elsewhere: { 'catalog/column.ts': PARTS, 'catalog/rows.ts': PARTS, 'public/public-rows.ts': PARTS },
});
