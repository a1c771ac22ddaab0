import { RouteMap } from './route-map';

function mapOf(...routes: readonly string[]): RouteMap<string> {
  const map = new RouteMap<string>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    map.add(method, path, route);
  }
  return map;
}

describe('the map of routes', () => {
  const map = mapOf(
    'GET /',
    'GET /markets/:id',
    'GET /markets/keyset',
    'GET /markets/:slug',
    'DELETE /markets/:id',
    'GET /a/:b/c/:d',
  );

  it.each([
    ['GET', '/', 'GET /', {}],
    ['GET', '/markets/keyset', 'GET /markets/keyset', {}],
    ['GET', '/markets/7', 'GET /markets/:id', { id: '7' }],
    ['DELETE', '/markets/keyset', 'DELETE /markets/:id', { id: 'keyset' }],
    ['GET', '/a/x/c/__proto__', 'GET /a/:b/c/:d', { b: 'x', d: '__proto__' }],
  ])('finds %s %s: %s', (method, path, route, params) => {
    expect(map.find(method, path)).toEqual({ handler: route, pattern: route.split(' ')[1], params });
  });

  it.each([
    ['HEAD', '/'],
    ['GET', ''],
    ['GET', '//'],
    ['GET', '/markets'],
    ['GET', '/markets/'],
    ['GET', '/markets//'],
    ['GET', '/markets/7/'],
    ['GET', '/MARKETS/7'],
    ['GET', '/markets/%37'],
    ['GET', '/markets/7/8'],
    ['POST', '/markets/7'],
    ['GET', '/a//c/d'],
  ])('does not find %s %s', (method, path) => {
    expect(map.find(method, path)).toBeNull();
  });

  it('leaves out patterns that hold more than whole parts', () => {
    const odd = ['/files/*path', '/a{/:b}', '/x-:id', '/(a|b)'];
    const map = mapOf(...odd.map((path) => `GET ${path}`));
    for (const path of ['/files/x', '/a', '/a/b', '/x-1', ...odd]) expect([path, map.find('GET', path)]).toEqual([path, null]);
  });
});
