import { fireEvent, render, screen } from '@testing-library/react';
import type { Pages } from '../live/use-pages';
import { ServiceError } from '../live/service-error';
import { PageRows } from './page-rows';

const SILENT = new ServiceError('127.0.0.1:3003 does not answer', { status: 0, code: 'no_answer' });
const READ: Pages<string> = {
  rows: ['one', 'two'],
  hasMore: false,
  isReading: false,
  error: null,
  first: undefined,
  isStale: false,
  readMore: jest.fn(),
  retry: jest.fn(),
};

function show(change: Partial<Pages<string>>): void {
  render(
    <PageRows what="Trades" pages={{ ...READ, ...change }} empty="No trades yet.">
      {(rows) => <p>{rows.join(' ')}</p>}
    </PageRows>,
  );
}

describe('PageRows', () => {
  it('shows that it loads before the first page', () => {
    show({ rows: undefined });
    expect(screen.getByRole('status').textContent).toBe('Loading trades');
  });

  it('shows why there are no rows, and retries on request', () => {
    const retry = jest.fn();
    show({ rows: undefined, error: SILENT, retry });
    expect(screen.getByRole('alert').textContent).toContain('127.0.0.1:3003 does not answer');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('distinguishes an empty list from a failed request', () => {
    show({ rows: [] });
    expect(screen.getByText('No trades yet.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps old rows visible and marks them as old', () => {
    show({ error: SILENT, isStale: true });
    expect(screen.getByText('one two').parentElement?.className).toBe('is-stale');
    expect(screen.getByRole('status').textContent).toBe('Out of date: the exchange does not respond');
  });

  it('loads more rows while there are any', () => {
    const readMore = jest.fn();
    show({ hasMore: true, readMore });
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(readMore).toHaveBeenCalledTimes(1);
  });
});
