/** Shares of one market, and what outcome 0 of it is worth now. */
export interface Holding {
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
  readonly markHalfPips: number;
}

/** What a wallet has by all that it did: amounts in micros. */
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

/** What a wallet did to itself in one minute (since 1970) and one market. */
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

/** A wallet at the beginning of a minute; what its shares were worth is not known yet. */
export interface PastStanding extends Omit<Standing, 'holdings'> {
  readonly minute: number;
  readonly shares: readonly Shares[];
}

/**
 * Where a wallet stood at the beginning of each minute, from where it stands now by taking back what it did since.
 * `minutes` and `moved` are newest first; it ends early before the shares of all standings are more than `sharesMax`.
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
