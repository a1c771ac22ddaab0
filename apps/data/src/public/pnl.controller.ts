import { DataError, PnlPoint, UserPnlRequest, V2UserPnl, V2UserPnlRequest, type V2Answer } from '@foretell/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { ProfitHistory } from '../profit/profit-history';
import { toPnlPoint } from './pnl.mapper';
import { ApiV2Answer } from './v2-envelope';

/** A wallet's profit over time, in both forms that published clients use. Source: interface, Data. */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Allowlisted()
@Controller('public')
export class PnlController {
  constructor(private readonly profit: ProfitHistory) {}

  @Get('v2/user-pnl')
  @ApiOperation({ operationId: 'getV2UserPnl', summary: "A wallet's profit over time" })
  @ApiV2Answer(V2UserPnl)
  async series(@Query() { user, interval, fidelity: asked }: V2UserPnlRequest): Promise<V2Answer<V2UserPnl>> {
    const { fidelity, points } = await this.profit.of(user, interval, asked);
    const data = { proxy_wallet: user, interval, fidelity, source_fidelity: fidelity, points: points.map(toPnlPoint) };
    return { data };
  }

  @Get('user-pnl')
  @ApiOperation({ operationId: 'listUserPnl', summary: "A wallet's profit over time, only times and amounts" })
  @ApiOkResponse({ type: [PnlPoint] })
  async points(@Query() { user_address: user, interval, fidelity }: UserPnlRequest): Promise<PnlPoint[]> {
    const { points } = await this.profit.of(user, interval, fidelity);
    return points.map(toPnlPoint).map(({ timestamp, economic_pnl: profit }) => ({ t: timestamp, p: profit }));
  }
}
