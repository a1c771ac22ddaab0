import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BuilderCodePath, BuilderFees } from '@foretell/contracts';
import { Refuses } from '../refuses.decorator';

/**
 * Public clients request a builder's fee before they sign an order with its code. Builders charge no fee here. Source: protocol
 * 12.
 */
@ApiTags('markets')
@Controller('fees')
export class BuilderFeesController {
  @Get('builder-fees/:code')
  @ApiOperation({ operationId: 'getBuilderFees', summary: 'What a builder adds to the fee' })
  @ApiOkResponse({ type: BuilderFees })
  @Refuses({ 400: 'Not 0x and 64 hex digits: invalid_builder_code' })
  of(@Param() _path: BuilderCodePath): BuilderFees {
    return { builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 };
  }
}
