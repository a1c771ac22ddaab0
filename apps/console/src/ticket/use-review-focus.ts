import { useEffect, useRef, type RefObject } from 'react';
import type { Placing } from './placing';

/** Where an order can be taken back without harm: nothing of it is on its way. */
const LEFT_BY_ESCAPE: readonly Placing['at'][] = ['asking', 'reviewing', 'signing', 'placed'];

/**
 * Takes whoever has only a keyboard from the ticket to its review and back: what they pressed is gone with each step, and with it
 * the focus. Escape goes back to the ticket. The element is the review, inside of the ticket.
 */
export function useReviewFocus(at: Placing['at'], again: () => void): RefObject<HTMLDivElement | null> {
  const review = useRef<HTMLDivElement>(null);
  const last = useRef(at);
  useEffect(() => {
    if (last.current === at) return;
    last.current = at;
    if (!isFocusLost() && document.activeElement !== review.current) return;
    const field = review.current?.closest('.ticket')?.querySelector<HTMLInputElement>('input[name="amount"]');
    (at === 'writing' ? field : review.current)?.focus();
  }, [at]);
  useEffect(() => {
    const { current: place } = review;
    if (place === null || !LEFT_BY_ESCAPE.includes(at)) return;
    const leave = ({ key }: KeyboardEvent): void => (key === 'Escape' ? again() : undefined);
    place.addEventListener('keydown', leave);
    return () => place.removeEventListener('keydown', leave);
  }, [at, again]);
  return review;
}

/** What had it is gone, or cannot be used any more; nobody is taken away from elsewhere. */
function isFocusLost(): boolean {
  const { activeElement: focused } = document;
  return focused === null || focused === document.body || focused.matches(':disabled');
}
