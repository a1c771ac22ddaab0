import { ApiProperty } from '@nestjs/swagger';

/** The data service's error body. Source: interface, Errors. */
export class DataError {
  @ApiProperty({ example: 'unknown_field: foo' }) error: string = '';
}
