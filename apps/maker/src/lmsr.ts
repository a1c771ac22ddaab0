/** Terms of one market's logarithmic market scoring rule. */
export interface LmsrTerms {
  /** Probability of the first outcome at which quoting begins, between 0 and 1. */
  readonly prior: number;
  /** Maximum loss in this market with any result, in USDC. */
  readonly lossMax: number;
}

/**
 * Hanson's logarithmic market scoring rule of two outcomes. The price of the first outcome depends only on how many of its shares
 * were sold, net; selling an amount of the second outcome counts as buying that amount of the first. A maker that sells at or
 * above this price, and buys at or below it, loses at most `lossMax`. It is described in R. Hanson, Logarithmic Market Scoring
 * Rules for Modular Combinatorial Information Aggregation, 2007.
 */
export class Lmsr {
  /** Shares after which the odds change by the factor e. */
  readonly liquidity: number;
  private readonly priorLogOdds: number;

  constructor({ prior, lossMax }: LmsrTerms) {
    if (!(prior > 0 && prior < 1)) throw new RangeError('the prior must lie between 0 and 1');
    if (!(lossMax > 0)) throw new RangeError('the maximum loss must be positive');
    this.priorLogOdds = logOdds(prior);
    // The worst result costs liquidity * -ln(its prior).
    this.liquidity = lossMax / -Math.log(Math.min(prior, 1 - prior));
  }

  /** The first outcome's price in USDC, once `sold` of its shares were sold, net. */
  price(sold: number): number {
    return 1 / (1 + Math.exp(-(this.priorLogOdds + sold / this.liquidity)));
  }

  /** Net number of the first outcome's shares sold when its price is `price`. */
  soldAt(price: number): number {
    return this.liquidity * (logOdds(price) - this.priorLogOdds);
  }
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}
