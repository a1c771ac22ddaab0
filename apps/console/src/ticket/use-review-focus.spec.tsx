import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Placing } from './placing';
import { useReviewFocus } from './use-review-focus';

/** The field has `disabled` of its own: happy-dom does not match `:disabled` on fields of a disabled fieldset. */
function Ticket({ at, again }: { readonly at: Placing['at']; readonly again: () => void }): ReactNode {
  return (
    <section className="ticket">
      <fieldset disabled={at !== 'writing'}>
        <input name="amount" aria-label="Shares" disabled={at !== 'writing'} />
      </fieldset>
      <div ref={useReviewFocus(at, again)} role="status" tabIndex={-1}>
        {at === 'reviewing' && <button type="button">Place the order</button>}
      </div>
      <a href="#elsewhere">Elsewhere</a>
    </section>
  );
}

describe('the focus of a ticket', () => {
  const again = jest.fn();
  const shown = (at: Placing['at']): ReactNode => <Ticket at={at} again={again} />;

  beforeEach(() => again.mockReset());

  it('is not set when a page is opened', () => {
    render(shown('writing'));
    expect(document.activeElement).toBe(document.body);
  });

  it('moves to the review when the focused field is disabled, and back again', () => {
    const { rerender } = render(shown('writing'));
    screen.getByRole('textbox').focus();
    rerender(shown('signing'));
    expect(document.activeElement).toBe(screen.getByRole('status'));
    rerender(shown('writing'));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('stays on an element outside the ticket', () => {
    const { rerender } = render(shown('writing'));
    screen.getByRole('link').focus();
    rerender(shown('signing'));
    rerender(shown('reviewing'));
    expect(document.activeElement).toBe(screen.getByRole('link'));
  });

  it('leaves a review by Escape, but not an order that is being sent', () => {
    const { rerender } = render(shown('reviewing'));
    fireEvent.keyDown(screen.getByRole('button'), { key: 'Escape' });
    expect(again).toHaveBeenCalledTimes(1);
    for (const at of ['sending', 'unknown'] as const) {
      rerender(shown(at));
      fireEvent.keyDown(screen.getByRole('status'), { key: 'Escape' });
    }
    expect(again).toHaveBeenCalledTimes(1);
  });
});
