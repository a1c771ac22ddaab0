import { listAddress } from './event-addresses';
import { SORTS } from './event-filter';

const SITE = { clob: '', gamma: 'http://gamma.example', data: '', chain: null, pictures: [] };
const NOW = Date.parse('2026-11-24T12:34:56.789Z');

function queryOf(sortName: (typeof SORTS)[number]['name'], state: 'open' | 'closed'): URLSearchParams {
  const sort = SORTS.find(({ name }) => name === sortName) ?? SORTS[0];
  return new URL(listAddress(SITE, { tag: '', sort, state }, null, NOW)).searchParams;
}

describe('listAddress', () => {
  it('leaves out what is overdue when open events that end soon are listed', () => {
    const query = queryOf('ending', 'open');
    expect(query.get('end_date_min')).toBe('2026-11-24T12:34:00.000Z');
    expect([query.get('order'), query.get('ascending'), query.get('closed')]).toEqual(['endDate', 'true', 'false']);
  });

  it('lists everything otherwise', () => {
    expect(queryOf('ending', 'closed').has('end_date_min')).toBe(false);
    expect(queryOf('day', 'open').has('end_date_min')).toBe(false);
  });
});
