import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from './catalog-version';

/** However much is traded, figures are read anew no oftener. */
export const FIGURES_EVERY_MS = 1000;
/** Nor are searches put in another order. */
export const ORDERS_EVERY_MS = 60_000;

/**
 * The catalog's version together with another that changes with trading: what answers are cached under. A change of the catalog
 * counts at once; the other counts when it changes, and so often at most, so that the cost of answers does not grow with trading.
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

/** Of catalog, figures and the order of what searches find: what answers of the public dialect are cached under. */
@Injectable()
export class FiguresVersion extends PacedVersion {
  constructor(versions: CatalogVersion, @Inject(CLOCK) clock: Clock) {
    super(versions, clock, FIGURES_EVERY_MS);
  }

  protected get other(): number {
    return this.versions.figures + this.versions.orders;
  }
}

/** Of the catalog and the order of what searches find: what answers of the interface's dialect are cached under. */
@Injectable()
export class OrderVersion extends PacedVersion {
  constructor(versions: CatalogVersion, @Inject(CLOCK) clock: Clock) {
    super(versions, clock, ORDERS_EVERY_MS);
  }

  protected get other(): number {
    return this.versions.orders;
  }
}
