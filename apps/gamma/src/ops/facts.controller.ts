import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ApiExcludeController } from '@nestjs/swagger';
import type { OpsReply } from '@foretell/contracts';
import { isFields } from '../import/row-reader';
import { CatalogDoctor } from './catalog.doctor';
import { CatalogRelay } from '../journal/catalog-relay';

/** `ops facts replay` and `ops doctor`, the catalog's part. */
@ApiExcludeController()
@Controller()
export class FactsController {
  constructor(
    private readonly relay: CatalogRelay,
    private readonly doctor: CatalogDoctor,
  ) {}

  @MessagePattern('ops.gamma.facts.replay')
  async replay(@Payload() payload: unknown): Promise<OpsReply<'ops.gamma.facts.replay'>> {
    const from = isFields(payload) ? payload['from'] : undefined;
    if (typeof from !== 'number') return { ok: false, error: 'from must be the sequence of a fact' };
    try {
      return { ok: true, result: await this.relay.replay(from) };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
  }

  @MessagePattern('ops.gamma.doctor')
  async examine(): Promise<OpsReply<'ops.gamma.doctor'>> {
    return { ok: true, result: { surface: 'gamma', checks: await this.doctor.examine() } };
  }
}
