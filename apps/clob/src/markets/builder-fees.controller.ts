import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HttpFailure } from '@foretell/platform-server';
import { parseBytes32 } from '@foretell/signing';

interface BuilderFees {
  readonly builder_maker_fee_rate_bps: number;
  readonly builder_taker_fee_rate_bps: number;
}

/** Public clients ask for a builder's fee before they sign an order with its code. Builders charge none here. Source: protocol 12. */
@ApiTags('markets')
@Controller('fees')
export class BuilderFeesController {
  @Get('builder-fees/:code')
  of(@Param('code') code: string): BuilderFees {
    if (parseBytes32(code) === undefined)
      throw new HttpFailure(400, 'Invalid builder code', 'invalid_builder_code', { expected: '0x and 64 hex digits' });
    return { builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 };
  }
}
