import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ApiExcludeController } from '@nestjs/swagger';
import type { CatalogBatch, OpsReply } from '@foretell/contracts';
import { BATCH_ROWS_MAX, ImportService } from './import.service';
import { isFields } from './row-reader';

/** `ops catalog import`, one batch a request. */
@ApiExcludeController()
@Controller()
export class ImportController {
  private readonly logger = new Logger('CatalogImport');

  constructor(private readonly service: ImportService) {}

  @MessagePattern('ops.gamma.catalog.import')
  async import(@Payload() payload: unknown): Promise<OpsReply<'ops.gamma.catalog.import'>> {
    const batch = asBatch(payload);
    if (batch === null)
      return {
        ok: false,
        error: `a batch must have a shape (events or markets), 1 to ${BATCH_ROWS_MAX} rows with their places, and sites`,
      };
    const startedAt = performance.now();
    try {
      const result = await this.service.import(batch);
      const { events, markets, unchanged, refused } = result;
      const durationMs = Math.round(performance.now() - startedAt);
      this.logger.log({
        msg: 'catalog batch',
        rows: batch.rows.length,
        events,
        markets,
        unchanged,
        refused: refused.length,
        durationMs,
      });
      return { ok: true, result };
    } catch (error) {
      this.logger.error({ msg: 'a catalog batch failed', err: error });
      return { ok: false, error: 'the catalog could not store the batch: see the log of gamma; sending it again is harmless' };
    }
  }
}

function asBatch(payload: unknown): CatalogBatch | null {
  if (!isFields(payload)) return null;
  const { shape, rows, sites } = payload;
  if (shape !== 'events' && shape !== 'markets') return null;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > BATCH_ROWS_MAX || !rows.every(isPlacedRow)) return null;
  if (!Array.isArray(sites) || !sites.every((site) => typeof site === 'string')) return null;
  return { shape, rows, sites };
}

function isPlacedRow(value: unknown): value is { place: string; row: unknown } {
  return isFields(value) && typeof value['place'] === 'string' && 'row' in value;
}
