import { Inject, Injectable } from '@nestjs/common';
import { applyWhole, restoreExchange, type Command, type Outcome } from '@foretell/exchange';
import { SteadyClock } from '@foretell/platform-server';
import { unixMillis } from '@foretell/units';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import type { CommandDraft } from '../engine/submission';
import { FirstAnswers } from './first-answers.query';
import { RehearsalQuery } from './rehearsal.query';

type PlaceDraft = Extract<CommandDraft, { type: 'placeOrder' }>;

/**
 * What placing orders would do, without placing them: the very same core, restored from the committed state of the markets
 * concerned, applies them and is thrown away. Others may trade before the caller does, so it is an answer about now, not a
 * promise.
 */
@Injectable()
export class RehearsalService {
  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    private readonly time: SteadyClock,
    private readonly state: RehearsalQuery,
    private readonly firstAnswers: FirstAnswers,
  ) {}

  /** One outcome per order, in order; the later ones see what the earlier would have done. */
  async outcomes(orders: readonly PlaceDraft[]): Promise<Outcome[]> {
    const known = await this.firstAnswers.of(orders.map(({ orderId }) => orderId));
    const conditionIds = [...new Set(orders.map(({ conditionId }) => conditionId))];
    const snapshot = await this.state.read(conditionIds, [...new Set(orders.map(({ wallet }) => wallet))]);
    const exchange = restoreExchange(snapshot, exchangeRules(this.config));
    const at = unixMillis(Math.max(this.time.now(), snapshot.totals.at));
    return orders.map((order): Outcome => {
      if (known.has(order.orderId)) return { type: 'rejected', reason: 'duplicate_order', details: {} };
      const command: Command = { ...order, at };
      return applyWhole(exchange, command);
    });
  }
}
