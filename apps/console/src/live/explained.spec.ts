import { explained } from './explained';
import { refusalOf, silenceOf } from './service-error';

describe('explained', () => {
  it("shows the service's own sentence, and its details line by line", () => {
    const body = JSON.stringify({
      error: 'Invalid market',
      code: 'invalid_market',
      details: { expected: '0x and 64 hex digits' },
    });
    expect(explained(refusalOf(400, body, null))).toEqual({
      sentence: 'Invalid market.',
      advice: ['Expected: 0x and 64 hex digits'],
    });
  });

  it('shows how long to wait, and the service’s sentence', () => {
    const error = refusalOf(429, '{"error":"too many requests","code":"rate_limited"}', '7');
    expect(explained(error)).toEqual({
      sentence: 'Too many requests came from here.',
      advice: ['too many requests', 'Retry in 7 seconds.'],
    });
  });

  it('turns field names into words', () => {
    const error = refusalOf(400, '{"error":"no","code":"x","details":{"minimumSize":"5","not_canceled":["a","b"]}}', null);
    expect(explained(error).advice).toEqual(['Minimum size: 5', 'Not canceled: a, b']);
  });

  it('recognizes a service that does not respond, and a body that is not JSON', () => {
    expect(explained(silenceOf('http://127.0.0.1:3001/book', new TypeError('Failed to fetch')))).toEqual({
      sentence: 'This part of the exchange does not respond. The page retries automatically.',
      advice: ['127.0.0.1:3001 does not answer'],
    });
    expect(refusalOf(502, '<html>', null)).toMatchObject({ message: 'HTTP 502', code: 'http_502', status: 502 });
  });
});
