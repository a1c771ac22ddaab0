import { join } from 'node:path';
import { describeStatements } from '@foretell/testing';

describeStatements({
  folder: join(__dirname, '..'),
  elsewhere: { 'columns/sql-columns.ts': 'makes the texts of statements from the columns of a table' },
});
