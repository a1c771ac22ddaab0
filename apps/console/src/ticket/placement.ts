import type { SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { doubt } from '../live/doubt';
import type { Trading } from '../wallet/use-trader';
import type { FeeTerms } from './estimate';
import { FeeChanged, isSameFee } from './fee-change';
import { toldFee } from './outcome-words';
import type { Placing, PlacingTerms } from './placing';

/** An order that was reviewed, or that was sent without anybody knowing what became of it. */
type Ready = Extract<Placing, { at: 'reviewing' | 'unknown' }>;

interface PlacementSteps extends Omit<PlacingTerms, 'tokenId'> {
  readonly setPlacing: (next: Placing) => void;
  /** The same, as long as nobody went back to writing. */
  readonly keep: (next: Placing) => void;
  readonly isWanted: () => boolean;
}

/** Codes of the surface's 503 under which the order may have been taken. */
const UNKNOWN = 'outcome_unknown';

/**
 * One attempt to place what was reviewed: the fee is looked at, the wallet signs, the fee is looked at again, the order is sent.
 */
export class Placement {
  constructor(
    private readonly trading: Trading,
    private readonly steps: PlacementSteps,
  ) {}

  async run(ready: Ready): Promise<void> {
    const { setPlacing } = this.steps;
    // Of an order that may have been taken it is only asked what became of it.
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

  /** Asks for a signature unless there is one under this key; throws FeeChanged when the order was reviewed by another fee. */
  private async signed({ signed, fee, draft }: Extract<Placing, { at: 'reviewing' }>): Promise<SignedItem> {
    const { session, trader } = this.trading;
    const isAsked = session.kind === 'injected';
    this.steps.setPlacing({ at: 'signing', isAsked });
    await this.requireFee(fee);
    if (signed?.item.owner === session.key.apiKey) return signed;
    if (!this.steps.isWanted()) throw new Error('the order was left');
    const item = await trader.sign(draft);
    // A person may have taken their time.
    if (isAsked && this.steps.isWanted()) await this.requireFee(fee);
    return item;
  }

  private async send(ready: Ready, signed: SignedItem): Promise<void> {
    const { setPlacing, onPlaced } = this.steps;
    const { side, draft, told, fee, rehearsed } = ready;
    const order = { side, draft, told, fee, rehearsed };
    try {
      const result = await placed(this.trading, signed);
      setPlacing({ ...order, at: 'placed', result });
      onPlaced(result, side, toldFee(side, told, result));
    } catch (fault) {
      setPlacing({ ...order, at: isUnknown(fault) ? 'unknown' : 'reviewing', signed, fault });
    }
  }

  /** Throws FeeChanged when takers would pay by other terms than those that an order was reviewed by. */
  private async requireFee(reviewed: FeeTerms): Promise<void> {
    if (isSameFee(reviewed, await this.steps.readFee())) return;
    // What is shown by the old terms is asked for again at once.
    doubt();
    throw new FeeChanged();
  }
}

/** Of an order that had arrived already the surface answers what became of it, as of a duplicate: that is how it was placed. */
async function placed({ trader }: Trading, signed: SignedItem): Promise<PlaceOrderResult> {
  const [result] = await trader.send([signed]);
  if (result === undefined) throw new Error('The exchange said nothing of the order.');
  return result.code === 'duplicate_order' && result.orderID !== '' ? { ...result, success: true, errorMsg: '' } : result;
}

/** Whether an order may have been taken although nobody said so: no answer came, or the surface does not know yet. */
export function isUnknown(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const status = 'status' in fault ? fault.status : undefined;
  return status === 0 || status === 502 || status === 504 || ('code' in fault && fault.code === UNKNOWN);
}
