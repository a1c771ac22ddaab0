import { readTarget, retarget, shownPath, targetOf } from './request-target';

describe('a request target', () => {
  it.each([
    ['/', '/', '', '/'],
    ['/Events/?limit=5', '/Events/', 'limit=5', '/events'],
    ['/a?b?c=/d/', '/a', 'b?c=/d/', '/a'],
    ['//a//', '//a//', '', '//a'],
    ['/%41;x=~', '/%41;x=~', '', '/%41;x=~'],
  ])('%s is path %s, query %j and route %s', (url, path, query, route) => {
    expect(readTarget(url)).toEqual({ path, query, route });
  });

  it.each(['', '*', 'a', 'http://x/a', '?/', '/a#', '/a?b#c', '/a b', '/a\tb', '/\u007f', '/\u00a0', '/é', '/\ufeff', '/a\n'])(
    'is refused when it is %j',
    (url) => {
      expect(readTarget(url)).toBeNull();
      expect(() => targetOf({ url })).toThrow('request target');
    },
  );

  it('changes when the request is retargeted', () => {
    const request = { url: '/a?b' };
    expect(targetOf(request).path).toBe('/a');
    retarget(request, '/public/a?b');
    expect([request.url, targetOf(request).path]).toEqual(['/public/a?b', '/public/a']);
  });

  it('is parsed once: a path that Express strips for a mounted handler changes nothing', () => {
    const request = { url: '/docs/x' };
    targetOf(request);
    request.url = '/x';
    expect(targetOf(request).path).toBe('/docs/x');
  });

  it('is shown without parts that may be secret', () => {
    expect(['/a?key=1', '/a#key', 'http://x/a'].map((url) => shownPath({ url }))).toEqual(['/a', '/a', 'http://x/a']);
  });
});
