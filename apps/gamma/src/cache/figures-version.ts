import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from './catalog-version';

/** However much is traded, figures are read anew no oftener. */
export const FIGURES_EVERY_MS = 1000;

/**
 * The version of catalog and figures together: what answers of the public dialect are cached under. A change of the
 * catalog counts at
 * once; figures count when they change, and once a second at most, so that the cost of showing them does not grow with trading.
 */
@Injectable()
export class FiguresVersion {
  private shown = { catalog: -1, figures: 0, at: Number.NEGATIVE_INFINITY };

  constructor(
    private readonly versions: CatalogVersion,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Grows with either. */
  get current(): number {
    const { current: catalog, figures } = this.versions;
    const now = this.clock();
    const isDue = figures !== this.shown.figures && (now - this.shown.at >= FIGURES_EVERY_MS || now < this.shown.at);
    if (isDue) this.shown = { catalog, figures, at: now };
    else if (catalog !== this.shown.catalog) this.shown = { ...this.shown, catalog };
    return this.shown.catalog + this.shown.figures;
  }
}
