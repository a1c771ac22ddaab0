import { Inject, Injectable } from '@nestjs/common';
import { applyWhole, restoreExchange, type Command, type Outcome } from '@foretell/exchange';
import { OneAtATime } from '@foretell/platform-server';
import { unixMillis } from '@foretell/units';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import { barred } from '../engine/barred';
import { EngineService } from '../engine/engine.service';
import { WriterBusy } from '../engine/route/writer-route';
import { asUnavailable } from '../engine/unavailable';
import type { Barred, CommandDraft } from '../engine/submission';
import { Bans } from '../keys/bans';
import { FirstAnswers } from './first-answers.query';

type PlaceDraft = Extract<CommandDraft, { type: 'placeOrder' }>;

/** Per process: beyond this a dry run is refused as a placement would be. */
const REHEARSALS_MAX = 32;

/**
 * What placing orders would do, without placing them: a copy of the core, restored from the part of the committed state that the
 * orders can touch, applies them and is discarded. Others may trade before the caller does, so the result is not a promise.
 */
@Injectable()
export class RehearsalService {
  /** Each costs more than placing; running one at a time keeps them from delaying other requests. */
  private readonly line = new OneAtATime(REHEARSALS_MAX, () => new WriterBusy('too much is waiting'));

  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    private readonly engine: EngineService,
    private readonly firstAnswers: FirstAnswers,
    private readonly bans: Bans,
  ) {}

  /**
   * One outcome per order, in order; the later ones see the effects of the earlier. Throws 503 engine_busy when too many wait.
   */
  async outcomes(orders: readonly PlaceDraft[]): Promise<(Outcome | Barred)[]> {
    try {
      return await this.line.run(() => this.rehearsed(orders));
    } catch (error) {
      throw asUnavailable(error, []);
    }
  }

  private async rehearsed(orders: readonly PlaceDraft[]): Promise<(Outcome | Barred)[]> {
    const { exchangeTime } = this.engine;
    await this.bans.current();
    const known = await this.firstAnswers.of(orders.map(({ orderId }) => orderId));
    const { snapshot, recentlyClosed } = await this.engine.excerpt(orders, unixMillis(exchangeTime.now()));
    const at = unixMillis(Math.max(exchangeTime.now(), snapshot.totals.at));
    const exchange = restoreExchange(snapshot, exchangeRules(this.config), recentlyClosed);
    return orders.map((order): Outcome | Barred => {
      if (known.has(order.orderId)) return { type: 'rejected', reason: 'duplicate_order', details: {} };
      const refusal = barred(order, (wallet) => this.bans.of(wallet));
      if (refusal !== null) return refusal;
      const command: Command = { ...order, at };
      return applyWhole(exchange, command);
    });
  }
}
