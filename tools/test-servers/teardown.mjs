/** Jest's globalTeardown for setup.mjs. */
export default function tearDown() {
  globalThis.releaseTestServers?.();
}
