import { render, screen } from '@testing-library/react';
import { Resolution, resultText, standingText } from './resolution';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const token = (outcome: string, winner: boolean) => ({ token_id: outcome, outcome, price: 0, winner });
const market = (fields: object) => ({
  status: 'active',
  end_date_iso: '2026-12-24T00:00:00Z',
  is_50_50_outcome: false,
  tokens: [token('Yes', false), token('No', true)],
  ...fields,
});

describe('a market’s resolution', () => {
  it.each([
    [{}, 'Open', /^Expected after /],
    [{ end_date_iso: null }, 'Open', /^When the outcome is known$/],
    [{ end_date_iso: '2026-11-24T00:00:00Z' }, 'Open', /^Awaiting result since /],
    [{ status: 'paused' }, 'Paused', /^Expected after /],
    [{ status: 'closed' }, 'Awaiting result', /^Awaiting result: trading has ended$/],
    [{ status: 'resolved' }, 'Resolved: No', /^Resolved: No$/],
    [{ status: 'resolved', is_50_50_outcome: true }, 'Resolved to half and half', /^Resolved to half and half$/],
  ])('of %j reads', (fields, standing, result) => {
    expect(standingText(market(fields))).toBe(standing);
    expect(resultText(market(fields), undefined, NOW)).toMatch(result);
  });

  it('has its time once it is resolved, and links its source', () => {
    const listed = { resolutionSource: 'https://weather.example.org/may', closedTime: '2026-11-20T10:00:00Z' };
    render(<Resolution market={market({ status: 'resolved' })} listed={listed} />);
    expect(screen.getByText(/^Resolved: No, .*2026/)).toBeTruthy();
    const link = screen.getByRole('link', { name: listed.resolutionSource });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([listed.resolutionSource, 'noreferrer noopener']);
  });

  it('shows a source that is no address as text', () => {
    render(<Resolution market={market({})} listed={{ resolutionSource: 'javascript:alert(1)' }} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('javascript:alert(1)')).toBeTruthy();
  });
});
