import type { SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { doubt } from '../live/doubt';
import type { Trading } from '../wallet/use-trader';
import type { FeeTerms } from './estimate';
import { FeeChanged, isSameFee } from './fee-change';
import { shownFee } from './outcome-words';
import type { Placing, PlacingTerms } from './placing';

/** An order that was reviewed, or that was sent with an unknown result. */
type Ready = Extract<Placing, { at: 'reviewing' | 'unknown' }>;

interface PlacementSteps extends Omit<PlacingTerms, 'tokenId'> {
  readonly setPlacing: (next: Placing) => void;
  /** The same, unless the user went back to editing. */
  readonly keep: (next: Placing) => void;
  readonly isWanted: () => boolean;
}

/** Code of a 503 response after which the order may have been accepted. */
const UNKNOWN = 'outcome_unknown';

/** One attempt to place a reviewed order: checks the fee, requests a signature, checks the fee again, sends the order. */
export class Placement {
  constructor(
    private readonly trading: Trading,
    private readonly steps: PlacementSteps,
  ) {}

  async run(ready: Ready): Promise<void> {
    const { setPlacing } = this.steps;
    // An order that may have been accepted is only sent again to learn its result.
    if (ready.at === 'unknown') {
      setPlacing({ at: 'sending' });
      return this.send(ready, ready.signed);
    }
    const { keep, isWanted } = this.steps;
    try {
      const signed = await this.signed(ready);
      if (!isWanted()) return;
      setPlacing({ at: 'sending' });
      await this.send({ ...ready, signed }, signed);
    } catch (fault) {
      // Nothing was sent.
      const isChanged = fault instanceof FeeChanged;
      keep(isChanged ? { at: 'writing', side: ready.side, fault, of: this.trading } : { ...ready, fault });
    }
  }

  /** Requests a signature unless there is one under this key. Throws FeeChanged when the order was reviewed with another fee. */
  private async signed({ signed, fee, draft }: Extract<Placing, { at: 'reviewing' }>): Promise<SignedItem> {
    const { session, trader } = this.trading;
    const isAsked = session.kind === 'injected';
    this.steps.setPlacing({ at: 'signing', isAsked });
    await this.requireFee(fee);
    if (signed?.item.owner === session.key.apiKey) return signed;
    if (!this.steps.isWanted()) throw new Error('the order was left');
    const item = await trader.sign(draft);
    // Signing may have taken long.
    if (isAsked && this.steps.isWanted()) await this.requireFee(fee);
    return item;
  }

  private async send(ready: Ready, signed: SignedItem): Promise<void> {
    const { setPlacing, onPlaced } = this.steps;
    const { side, draft, estimated, fee, rehearsed } = ready;
    const order = { side, draft, estimated, fee, rehearsed };
    try {
      const result = await placed(this.trading, signed);
      setPlacing({ ...order, at: 'placed', result });
      onPlaced(result, side, shownFee(side, estimated, result));
    } catch (fault) {
      setPlacing({ ...order, at: isUnknown(fault) ? 'unknown' : 'reviewing', signed, fault });
    }
  }

  /** Throws FeeChanged when the taker fee terms differ from those of the review. */
  private async requireFee(reviewed: FeeTerms): Promise<void> {
    if (isSameFee(reviewed, await this.steps.readFee())) return;
    // Data with the old terms is refreshed at once.
    doubt();
    throw new FeeChanged();
  }
}

/** For an order that had arrived before, the service returns its result as that of a duplicate. */
async function placed({ trader }: Trading, signed: SignedItem): Promise<PlaceOrderResult> {
  const [result] = await trader.send([signed]);
  if (result === undefined) throw new Error('The exchange returned no result for the order.');
  return result.code === 'duplicate_order' && result.orderID !== '' ? { ...result, success: true, errorMsg: '' } : result;
}

/**
 * Whether an order may have been accepted without a confirmation: no response arrived, or the service does not know the result
 * yet.
 */
export function isUnknown(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const status = 'status' in fault ? fault.status : undefined;
  return status === 0 || status === 502 || status === 504 || ('code' in fault && fault.code === UNKNOWN);
}
