import { Injectable } from '@nestjs/common';
import type { Rehashed } from '@foretell/contracts';
import { HASH_VERSION_NEWEST, HASH_VERSIONS, hashVersionOf, type HashVersion } from '@foretell/exchange';
import { OpsRefusal } from '@foretell/platform-nats';
import { EngineService } from '../engine/engine.service';
import { Recorded } from '../record/recorded';
import type { ProvedState } from './examination';
import { Examiner } from './examiner';

/**
 * Has the writer stamp the record with another version of the state hash: upwards once no older release is to go on from the
 * record any more, downwards before one is. Proves the whole record before and after; changes nothing else.
 */
@Injectable()
export class Rehash {
  constructor(
    private readonly engine: EngineService,
    private readonly examiner: Examiner,
    private readonly recorded: Recorded,
  ) {}

  async run(wanted: number = HASH_VERSION_NEWEST): Promise<Rehashed> {
    const version = HASH_VERSIONS.find((known) => known === wanted);
    if (version === undefined)
      throw new OpsRefusal(`this release knows versions ${HASH_VERSIONS.join(' and ')} of the state hash`);
    const before = await this.proved();
    await this.engine.submit({ command: { type: 'advanceTime' }, attachment: { kind: 'rehash', version } });
    const after = await this.provedUnder(version);
    return {
      from: hashVersionOf(before.record),
      to: version,
      hashBefore: before.record,
      hashAfter: after.record,
      markets: after.markets,
      balances: after.balances,
      openOrders: after.openOrders,
    };
  }

  private async provedUnder(version: HashVersion): Promise<ProvedState> {
    const state = await this.proved();
    if (hashVersionOf(state.memory) === version) return state;
    throw new OpsRefusal(`the record was stamped otherwise meanwhile, with ${state.memory}: run it again`);
  }

  private async proved(): Promise<ProvedState> {
    await this.recorded.level();
    const { state } = await this.examiner.examine();
    if (state.record === state.memory) return state;
    throw new OpsRefusal(`the record does not prove: its rows have the hash ${state.record}, it is stamped with ${state.memory}`);
  }
}
