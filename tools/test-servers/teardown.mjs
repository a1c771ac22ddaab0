/** Jest's globalTeardown beside setup.mjs. */
export default function tearDown() {
  globalThis.releaseTestServers?.();
}
