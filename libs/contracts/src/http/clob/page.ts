import { ApiProperty } from '@nestjs/swagger';

/** One page of a cursor list. Source: interface, Paginated envelope. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
}

/** The class of a page of records, named by extending it: `class TradesPage extends pageOf(TradeRecord) {}`. */
export function pageOf<T>(record: new () => T): new () => Page<T> {
  class PageOfRecords implements Page<T> {
    @ApiProperty({ type: [record] })
    readonly data!: readonly T[];

    @ApiProperty({
      description:
        'Give it as next_cursor to get the next page. LTE= ends every list; on GET /data/orders an empty string does, except with the POLY_ and KUEST_ prefixes',
      example: 'MTAw',
    })
    readonly next_cursor!: string;

    @ApiProperty({ type: 'integer', description: 'Maximum number of records in a page', example: 100 })
    readonly limit!: number;

    @ApiProperty({ type: 'integer', description: 'Number of records in this page', minimum: 0, example: 1 })
    readonly count!: number;
  }
  return PageOfRecords;
}
