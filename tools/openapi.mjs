/**
 * `npm run openapi`: writes the documents of the services' APIs and, as AsyncAPI, of events and operator commands. Specs compare
 * them with the code.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SERVICES } from './migrate/roles.mjs';
import { buildProjects, installDependencies, ROOT, say } from './workspace.mjs';

installDependencies();
await buildProjects([...SERVICES, '@foretell/testing']);
const require = createRequire(import.meta.url);
for (const service of SERVICES) {
  const { openApi } = require(join(ROOT, 'apps', service, 'dist', 'openapi.js'));
  write(`openapi/${service}.json`, await openApi());
}
const { asyncApiDocument } = require(join(ROOT, 'libs', 'testing', 'dist', 'asyncapi', 'document.js'));
write('asyncapi/foretell.json', await asyncApiDocument());

function write(name, document) {
  const file = join('libs', 'contracts', name);
  writeFileSync(join(ROOT, file), `${JSON.stringify(document, undefined, 2)}\n`);
  say(`wrote ${file}`);
}
