/** Shares of one market, and the current mark of its outcome 0. */
export interface Holding {
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
  readonly markHalfPips: number;
}

/** A wallet's standing from all its activity: amounts in micros. */
export interface Standing {
  /** Received less paid by trading, splits, merges and redemptions, less fees. */
  readonly cashMicros: number;
  readonly realizedMicros: number;
  /** Size x price of its trades. */
  readonly volumeMicros: number;
  readonly tradeCount: number;
  /** Shares traded. */
  readonly sharesMicros: number;
  readonly holdings: readonly Holding[];
}

/** The change of a wallet in one minute (since 1970) and one market. */
export interface Moved extends Omit<Standing, 'holdings'> {
  readonly minute: number;
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
}

/** A market at the beginning of a minute. */
export interface Place {
  readonly condition: number;
  readonly minute: number;
}

type Shares = Omit<Holding, 'markHalfPips'>;

/** A wallet at the beginning of a minute; the value of its shares is not known yet. */
export interface PastStanding extends Omit<Standing, 'holdings'> {
  readonly minute: number;
  readonly shares: readonly Shares[];
}

/**
 * A wallet's standing at the beginning of each minute, computed back from its current standing. `minutes` and `moved` are newest
 * first. Ends early before the shares of all standings exceed `sharesMax`.
 */
export function pastStandings(
  now: Standing,
  moved: readonly Moved[],
  minutes: readonly number[],
  sharesMax: number,
): readonly PastStanding[] {
  const standing = new MovingStanding(now);
  const past: PastStanding[] = [];
  let [taken, shares] = [0, 0];
  for (const minute of minutes) {
    for (let next = moved[taken]; next !== undefined && next.minute >= minute; next = moved[taken]) {
      standing.takeBack(next);
      taken += 1;
    }
    const there = standing.at(minute);
    shares += there.shares.length;
    if (shares > sharesMax) return past;
    past.push(there);
  }
  return past;
}

class MovingStanding {
  private readonly shares = new Map<number, Shares>();
  private cashMicros: number;
  private realizedMicros: number;
  private volumeMicros: number;
  private tradeCount: number;
  private sharesMicros: number;

  constructor({ cashMicros, realizedMicros, volumeMicros, tradeCount, sharesMicros, holdings }: Standing) {
    [this.cashMicros, this.realizedMicros, this.volumeMicros] = [cashMicros, realizedMicros, volumeMicros];
    [this.tradeCount, this.sharesMicros] = [tradeCount, sharesMicros];
    for (const { condition, size0Micros, size1Micros } of holdings)
      this.shares.set(condition, { condition, size0Micros, size1Micros });
  }

  takeBack(moved: Moved): void {
    this.cashMicros -= moved.cashMicros;
    this.realizedMicros -= moved.realizedMicros;
    this.volumeMicros -= moved.volumeMicros;
    this.tradeCount -= moved.tradeCount;
    this.sharesMicros -= moved.sharesMicros;
    const { condition } = moved;
    const held = this.shares.get(condition);
    const size0Micros = (held?.size0Micros ?? 0) - moved.size0Micros;
    const size1Micros = (held?.size1Micros ?? 0) - moved.size1Micros;
    if (size0Micros === 0 && size1Micros === 0) this.shares.delete(condition);
    else this.shares.set(condition, { condition, size0Micros, size1Micros });
  }

  at(minute: number): PastStanding {
    const { cashMicros, realizedMicros, volumeMicros, tradeCount, sharesMicros } = this;
    return { minute, cashMicros, realizedMicros, volumeMicros, tradeCount, sharesMicros, shares: [...this.shares.values()] };
  }
}
