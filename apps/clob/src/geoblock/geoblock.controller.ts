import { Controller, Get, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { GeoblockAnswer } from '@foretell/contracts';
import type { IncomingMessage } from 'node:http';
import { Geoblock } from './geoblock';

/** Published programs request it before they trade. Source: docs/clients.md. */
@ApiTags('service')
@Controller()
export class GeoblockController {
  constructor(private readonly geoblock: Geoblock) {}

  @Get(['geoblock', 'api/geoblock'])
  @ApiOperation({ operationId: 'getGeoblock', summary: 'Whether the site refuses orders from the caller’s region' })
  @ApiOkResponse({ type: GeoblockAnswer })
  place(@Req() request: IncomingMessage): GeoblockAnswer {
    return this.geoblock.of(request);
  }
}
