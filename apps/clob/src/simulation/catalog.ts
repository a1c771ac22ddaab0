import { packMessages, type CatalogMarketV2, type PackedMessage } from '@foretell/contracts';
import { EventRelay, type JournalReader } from '@foretell/platform-nats';
import { catalogMarket } from '../testing/catalog-market';
import type { Network } from './network';
import type { Random } from './random';
import type { Run } from './running';
import type { SimulatedBus } from './simulated-bus';
import { SimulatedLineages } from './simulated-lineages';
import { tracedLog } from './traced-log';

export const MARKETS = 3;
const FEE_RATES = [0, 0, 200, 1_000];
const DELAYS = [0, 0, 0, 1];

/** The journal of the catalog service: the markets and their changes. */
export class SimulatedCatalog {
  private readonly lineages = new SimulatedLineages();
  private readonly messages: PackedMessage[] = [];
  private readonly words = new Map<number, CatalogMarketV2>();

  constructor(private readonly random: Random) {}

  /** The first event of every market. */
  open(): void {
    for (let number = 1; number <= MARKETS; number += 1) this.say(number, {});
  }

  /** Changes one market, rarely to closed. */
  change(): void {
    const { random } = this;
    const number = 1 + random.below(MARKETS);
    const change = random.below(20);
    if (change === 0) this.say(number, { closed: true });
    else if (change === 1) this.say(number, { closed: true, result: random.pick(['outcome0', 'outcome1', 'half'] as const) });
    else if (change < 7) this.say(number, { acceptingOrders: random.chance(0.7) });
    else this.say(number, { feeRateBps: random.pick(FEE_RATES), secondsDelay: random.pick(DELAYS) });
  }

  get head(): number {
    return this.messages.at(-1)?.lastSequence ?? 0;
  }

  journal(network: Network): JournalReader {
    return {
      readFrom: (sequence, limitMessages) =>
        network.request(() => this.messages.filter(({ lastSequence }) => lastSequence >= sequence).slice(0, limitMessages)),
      headSequence: () => network.request(() => this.head),
      baseSequence: async () => 0,
      lineage: () => network.request(() => this.lineages.current),
      beginLineage: (after) => network.request(() => this.lineages.begin(after)),
    };
  }

  private say(number: number, word: Partial<CatalogMarketV2>): void {
    const event = { ...(this.words.get(number) ?? catalogMarket(number, { feeRateBps: this.random.pick(FEE_RATES) })), ...word };
    this.words.set(number, event);
    this.messages.push(...packMessages('gamma', this.head + 1, [event]));
  }
}

interface CatalogWorld {
  readonly bus: SimulatedBus;
  readonly network: Network;
  readonly note: (line: string) => void;
}

/** The process of the catalog service: its relay. */
export async function relayCatalog(run: Run, catalog: SimulatedCatalog, { bus, network, note }: CatalogWorld): Promise<void> {
  new EventRelay({
    link: bus.link(run),
    source: 'gamma',
    journal: catalog.journal(network),
    logger: tracedLog(run, note),
  }).start();
}
