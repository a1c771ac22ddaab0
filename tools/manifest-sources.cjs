/** For an ES module (manifests.mjs) and for a spec, which is CommonJS. */
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/** A digest of everything in deploy/k8s from which the manifests are rendered. */
function sourcesDigest(k8s) {
  const hash = createHash('sha256');
  const files = ['base', 'overlays'].flatMap((folder) =>
    readdirSync(join(k8s, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of files.sort()) hash.update(`${relative(k8s, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

module.exports = { sourcesDigest };
