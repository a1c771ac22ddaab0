import { BY_INDEX, withSettings } from './session-settings';

describe('session settings', () => {
  it('leave an address unchanged when there are none', () => {
    expect(withSettings('postgresql://data:p%40ss@db.example:5432/site?sslmode=require', {})).toBe(
      'postgresql://data:p%40ss@db.example:5432/site?sslmode=require',
    );
  });

  it('come after those in the address, which stay', () => {
    const url = new URL(withSettings('postgresql://db.example/site?sslmode=require&options=-c%20search_path%3Dx', BY_INDEX));
    expect(url.searchParams.get('sslmode')).toBe('require');
    expect(url.searchParams.get('options')).toBe(
      '-c search_path=x -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
    );
  });
});
