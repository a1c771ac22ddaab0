import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { useIsPast } from './use-is-past';

const DAY_MILLIS = 86_400_000;

function Shown({ at }: { readonly at: number | null }) {
  return <p>{useIsPast(at) ? 'past' : 'to come'}</p>;
}

describe('useIsPast', () => {
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    jest.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => jest.useRealTimers());

  it('becomes true by itself once the time comes, and is false for a later time', () => {
    const place = document.createElement('div');
    const root = createRoot(place);
    const show = (at: number | null): void => act(() => root.render(<Shown at={at} />));
    const pass = (millis: number): void => act(() => void jest.advanceTimersByTime(millis));
    show(1_000_000 + DAY_MILLIS);
    pass(DAY_MILLIS - 1);
    expect(place.textContent).toBe('to come');
    pass(1);
    expect(place.textContent).toBe('past');
    show(1_000_000 + 40 * DAY_MILLIS);
    expect(place.textContent).toBe('to come');
    // In two parts: no timer is that long.
    for (const days of [25, 14]) pass(days * DAY_MILLIS);
    expect(place.textContent).toBe('past');
    show(null);
    expect(place.textContent).toBe('to come');
    act(() => root.unmount());
  });
});
