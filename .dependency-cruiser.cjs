/**
 * Who may import whom inside an app, as docs/decisions/modules.md explains; .dependency-cruiser.projects.cjs holds the order
 * between projects. A module is a folder directly under an app's or a library's src. `npm run lint` first proves on small samples
 * that each rule fires (tools/module-boundaries.mjs).
 */

/** Modules that hold state or serve many modules; they must not import the route modules above them. */
const STATE_ROOMS = {
  clob: ['columns', 'market-directory', 'book-views', 'record', 'notices', 'ledger', 'keys', 'requests', 'engine'],
  gamma: ['catalog', 'store', 'journal', 'cache', 'params'],
  console: ['config', 'routing', 'theme', 'figures', 'live', 'components'],
  data: ['database', 'projections', 'profiles', 'ingest', 'rebuild', 'access', 'wire'],
};

/** Specs import any module, through worlds that start the complete service: their imports are not checked. */
const SPECS = '\\.(long-)?spec\\.tsx?$';
const BENCHES = ['/src/bench/', '/src/bench\\.ts$'];
/** What only tests and measurements use. The journeys are tests as a whole. */
const TEST_SUPPORT = [
  '/src/testing/',
  '^libs/testing/',
  '^libs/domain/[^/]+/src/(model|scenario)/',
  '/src/simulation/',
  '^apps/journeys/',
  ...BENCHES,
];

/** Where running or reading begins: a process, a thread, a library's public face, what tools/openapi.mjs asks. */
const ENTRIES = ['/src/main\\.tsx?$', '-thread\\.ts$', '^libs/.+/src/(index|browser)\\.ts$', '^apps/[^/]+/src/openapi\\.ts$'];

function belowTheRoutes([app, modules]) {
  const below = `^apps/${app}/src/(${modules.join('|')})/`;
  return {
    name: 'state-below-routes',
    severity: 'error',
    comment: 'A state module is used by the routes; what it needs from one of them belongs in a module below both.',
    from: { path: below },
    to: { path: `^apps/${app}/src/`, pathNot: [below, `^apps/${app}/src/[^/]+\\.config\\.ts$`] },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Files that import each other are read, tested and changed as one: move what both need below both.',
      from: { pathNot: ['^libs/domain/exchange/'] },
      to: { circular: true },
    },
    {
      name: 'no-runtime-cycle',
      severity: 'error',
      comment: "The core's types name each other (a market's books, a book's orders, an order's market); its code must not.",
      from: { path: '^libs/domain/exchange/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-module-cycle',
      severity: 'error',
      scope: 'folder',
      comment: 'Modules are ordered: move the file to the module that owns it.',
      from: { path: '^(apps/[^/]+|libs/contracts|libs/testing|libs/platform/[^/]+)/src/[^/]+$' },
      to: { circular: true },
    },
    ...Object.entries(STATE_ROOMS).map(belowTheRoutes),
    {
      name: 'no-tests-in-production',
      severity: 'error',
      comment: 'What is built for production runs without what only tests and benches need.',
      from: { pathNot: TEST_SUPPORT },
      to: { path: TEST_SUPPORT },
    },
    {
      name: 'no-dead-file',
      severity: 'error',
      comment: 'No process and no library reaches this file: delete it, or move it to the tests that use it.',
      from: { path: ENTRIES },
      to: { path: '^(apps|libs)/.+\\.tsx?$', pathNot: [...TEST_SUPPORT, ...ENTRIES], reachable: false },
    },
  ],
  options: {
    exclude: { path: ['(^|/)(dist|node_modules|generated)/', SPECS] },
    // A type that is imported couples two modules as much as a value does.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@foretell/source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
