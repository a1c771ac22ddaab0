import { ApiProperty } from '@nestjs/swagger';

export class Holder {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty() bio: string = '';
  @ApiProperty({ description: 'conditionId:outcomeIndex' }) asset: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty({ description: 'Shares' }) amount: number = 0;
  @ApiProperty() displayUsernamePublic: boolean = false;
  @ApiProperty({ type: 'integer' }) outcomeIndex: number = 0;
  @ApiProperty() name: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() profileImageOptimized: string = '';
}

/** Item of GET /holders: one for each token of the requested markets. Source: interface, Holders item. */
export class HoldersItem {
  @ApiProperty({ description: 'conditionId:outcomeIndex' }) token: string = '';
  @ApiProperty({ type: [Holder] }) holders: Holder[] = [];
}
