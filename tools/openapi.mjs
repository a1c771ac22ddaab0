/** `npm run openapi`: writes the documents of the surfaces' APIs, which specs compare with the routes as they are. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SURFACES } from './migrate/roles.mjs';
import { prepareWorkspace, ROOT, runTool, say } from './workspace.mjs';

prepareWorkspace();
const code = await runTool('tsc', ['-b', ...SURFACES.map((surface) => `apps/${surface}/tsconfig.build.json`)]);
if (code !== 0) process.exit(code);
const require = createRequire(import.meta.url);
for (const surface of SURFACES) {
  const { openApi } = require(join(ROOT, 'apps', surface, 'dist', 'openapi.js'));
  const file = join('libs', 'contracts', 'openapi', `${surface}.json`);
  writeFileSync(join(ROOT, file), `${JSON.stringify(await openApi(), undefined, 2)}\n`);
  say(`wrote ${file}`);
}
