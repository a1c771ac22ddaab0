import type { MarketRecord, UserStreamMessage } from '@foretell/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import { marketAddress } from '../catalog/market-address';
import { useToast } from '../components/toast';
import { useSite } from '../config/site-context';
import { readResource } from '../live/read-resource';
import { useAccountMessages } from '../live/use-account-stream';
import type { Session } from '../wallet/session';
import { fillsOf, type Fill } from './fill-words';
import { usePayouts } from './use-payouts';

/** Fills that arrive together are one notice. */
const TOGETHER_MILLIS = 400;

/** Shows a notice on every page when resting orders of the wallet are filled, and when a market pays out. */
export function AccountNotices({ session: { address, key } }: { readonly session: Session }): null {
  const site = useSite();
  const toast = useToast();
  const show = useCallback((words: string) => toast('notice', words), [toast]);
  const batch = useMemo(
    () =>
      new MessageBatch((messages) => {
        for (const fill of fillsOf(messages, address))
          void questionOf(marketAddress(site, fill.conditionId)).then((question) => show(sentenceOf(fill, question)));
      }),
    [site, address, show],
  );
  useEffect(() => batch.end, [batch]);
  useAccountMessages(site.clob, key, batch.add);
  usePayouts(address, show);
  return null;
}

function sentenceOf({ words }: Fill, question: string | null): string {
  return `Your order was filled: ${words}${question === null ? '' : ` in “${question}”`}.`;
}

/** Null on failure: the notice is then shown without the question. */
function questionOf(address: string): Promise<string | null> {
  return readResource<MarketRecord>(address).then(
    ({ question }) => question,
    () => null,
  );
}

/** Passes on messages that arrive within TOGETHER_MILLIS as one list. */
class MessageBatch {
  private messages: readonly UserStreamMessage[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly take: (messages: readonly UserStreamMessage[]) => void) {}

  readonly add = (message: UserStreamMessage): void => {
    this.messages = [...this.messages, message];
    this.timer ??= setTimeout(() => {
      const { messages } = this;
      this.messages = [];
      this.timer = undefined;
      this.take(messages);
    }, TOGETHER_MILLIS);
  };

  readonly end = (): void => clearTimeout(this.timer);
}
