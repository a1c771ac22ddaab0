import { render, screen } from '@testing-library/react';
import { ServiceError } from '../live/service-error';
import { UnreadablePage } from './unreadable-page';

function show(error: Error | null): void {
  const resource = { data: undefined, error, isStale: false, refresh: jest.fn() };
  render(<UnreadablePage what="market" resource={resource} />);
}

describe('UnreadablePage', () => {
  it('has a heading in each of its states', () => {
    show(null);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loading the market');
  });

  it('distinguishes a missing resource from a failed request', () => {
    show(new ServiceError('market not found', { status: 404, code: 'not_found' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('There is no such market');
    expect(screen.getByRole('alert').textContent).toContain('Market not found.');
    // A retry cannot help.
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  });

  it('says that the exchange does not respond, which a retry may fix', () => {
    show(new ServiceError('x does not answer', { status: 0, code: 'no_answer' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The market could not be loaded');
    expect(screen.getByRole('button').textContent).toBe('Try again');
    expect(screen.queryByRole('link')).toBeNull();
  });
});
