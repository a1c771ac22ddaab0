import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from './catalog-version';

/** Minimum interval between two reads of the figures, under any load of trading. */
export const FIGURES_EVERY_MS = 1000;
/** Minimum interval between two reorderings of search results. */
export const ORDERS_EVERY_MS = 60_000;

/**
 * Cache version that combines the catalog's version with another number that changes with trading. A change of the catalog counts
 * at once. The other number counts at a limited rate, so that the cost of responses does not grow with trading.
 */
abstract class PacedVersion {
  private shown = { catalog: -1, other: 0, at: Number.NEGATIVE_INFINITY };

  constructor(
    protected readonly versions: CatalogVersion,
    private readonly clock: Clock,
    private readonly everyMs: number,
  ) {}

  /** Grows with either. */
  get current(): number {
    const { current: catalog } = this.versions;
    const { other } = this;
    const now = this.clock();
    const isDue = other !== this.shown.other && (now - this.shown.at >= this.everyMs || now < this.shown.at);
    if (isDue) this.shown = { catalog, other, at: now };
    else if (catalog !== this.shown.catalog) this.shown = { ...this.shown, catalog };
    return this.shown.catalog + this.shown.other;
  }

  protected abstract get other(): number;
}

/** Combines catalog, figures and search order: the cache version of the public response format. */
@Injectable()
export class FiguresVersion extends PacedVersion {
  constructor(versions: CatalogVersion, @Inject(CLOCK) clock: Clock) {
    super(versions, clock, FIGURES_EVERY_MS);
  }

  protected get other(): number {
    return this.versions.figures + this.versions.orders;
  }
}

/** Combines the catalog and the search order: the cache version of the interface's response format. */
@Injectable()
export class OrderVersion extends PacedVersion {
  constructor(versions: CatalogVersion, @Inject(CLOCK) clock: Clock) {
    super(versions, clock, ORDERS_EVERY_MS);
  }

  protected get other(): number {
    return this.versions.orders;
  }
}
