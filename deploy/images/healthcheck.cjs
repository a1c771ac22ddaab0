/** Fails when /healthz of this folder's service does not answer. Programs without a port (ops, migrate, maker) always pass. */
const { name } = require('./package.json');

const port = process.env.MONITOR_PORT ?? process.env[`${name.split('/').pop().toUpperCase()}_PORT`];
if (port !== undefined) {
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => process.exit(ok ? 0 : 1),
    () => process.exit(1),
  );
}
