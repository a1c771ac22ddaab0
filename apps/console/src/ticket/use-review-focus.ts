import { useEffect, useRef, type RefObject } from 'react';
import type { Placing } from './placing';

/** States in which Escape may abandon an order, because nothing of it is being sent. */
const LEFT_BY_ESCAPE: readonly Placing['at'][] = ['asking', 'reviewing', 'signing', 'placed'];

/**
 * Moves keyboard focus between the ticket and its review: the element that had focus is unmounted at each step. Escape returns to
 * the ticket. Returns the ref of the review, an element inside the ticket.
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

/** Whether the focused element was removed or disabled. Focus elsewhere is never moved. */
function isFocusLost(): boolean {
  const { activeElement: focused } = document;
  return focused === null || focused === document.body || focused.matches(':disabled');
}
