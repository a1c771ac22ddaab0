/**
 * Which project may import which, specs included; inside a project .dependency-cruiser.cjs holds the order. `npm run lint` first
 * proves on small samples that each rule fires (tools/module-boundaries.mjs).
 */

/** What each layer imports, besides its own projects; an app imports no other app. */
const ARROWS = {
  'libs/domain': [],
  'libs/contracts': [],
  'libs/crypto': ['libs/domain'],
  // The client is for others to install: what it is made of must not bring a framework along.
  'libs/client': ['libs/contracts', 'libs/crypto', 'libs/domain'],
  'libs/platform': ['libs/contracts', 'libs/crypto', 'libs/domain'],
  // For specs and benches: no-tests-in-production keeps it out of what runs in production.
  'libs/testing': ['libs/platform', 'libs/contracts', 'libs/domain'],
  'apps/(?!console/)[^/]+': ['libs/client', 'libs/platform', 'libs/contracts', 'libs/domain', 'libs/testing'],
  // The console is what any site builder can make: the published client, and the shapes of what the services answer.
  'apps/console': ['libs/client', 'libs/contracts'],
};

const PROJECT = '^(apps/[^/]+|libs/(?:domain/|platform/)?[^/]+)/';
const ANY_PROJECT = '^(apps|libs)/';

/** Between apps the name is compared too, so that all of them are one layer. */
function arrow([layer, allowed]) {
  const own = layer.startsWith('apps/') ? '^$1/' : `^${layer}/`;
  return {
    name: 'layers-in-order',
    severity: 'error',
    comment: 'The arrow points the wrong way: move what both need into a layer below both.',
    from: { path: `^(${layer})/` },
    to: { path: ANY_PROJECT, pathNot: [own, ...allowed.map((path) => `^${path}/`)] },
  };
}

module.exports = {
  forbidden: [
    ...Object.entries(ARROWS).map(arrow),
    {
      name: 'projects-by-name',
      severity: 'error',
      comment: 'Another project is imported by its package name, and so by what it exports.',
      from: { path: PROJECT },
      to: { path: ANY_PROJECT, pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'own-files-by-path',
      severity: 'error',
      comment: "A project's own files are imported by path: by its name they come from what was built, or in a circle.",
      from: { path: PROJECT },
      to: { path: '^$1/', dependencyTypesNot: ['local'] },
    },
  ],
  options: {
    exclude: { path: ['(^|/)(dist|node_modules|generated)/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@foretell/source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
