import { Controller, Logger } from '@nestjs/common';
import { CatalogBatch, CatalogBatchResult } from '@foretell/contracts';
import { OpsCommand } from '@foretell/platform-nats';
import { ApiExcludeController } from '@nestjs/swagger';
import { ImportService } from './import.service';

/** `ops catalog import`, one batch per request. A failed batch was not stored, so sending it again is safe. */
@ApiExcludeController()
@Controller()
export class ImportController {
  private readonly logger = new Logger('CatalogImport');

  constructor(private readonly service: ImportService) {}

  @OpsCommand('ops.gamma.catalog.import')
  async import(batch: CatalogBatch): Promise<CatalogBatchResult> {
    const startedAt = performance.now();
    const result = await this.service.import(batch);
    const { events, markets, unchanged, refused } = result;
    const durationMs = Math.round(performance.now() - startedAt);
    const counts = { rows: batch.rows.length, events, markets, unchanged, refused: refused.length };
    this.logger.log({ msg: 'catalog batch', ...counts, durationMs });
    return result;
  }
}
