/** How `nx release` reads and writes the versions of our packages: each in its package.json. */
const { join } = require('node:path');
const { VersionActions } = require('nx/release');

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'];
const INDENT = 2;

module.exports.default = class ManifestVersions extends VersionActions {
  validManifestFilenames = ['package.json'];
  excludeManifestsFromFormatting = true;

  async readCurrentVersionFromSourceManifest(tree) {
    const manifestPath = join(this.projectGraphNode.data.root, 'package.json');
    return { manifestPath, currentVersion: read(tree, manifestPath).version };
  }

  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency(tree, graph, dependency) {
    const manifest = read(tree, join(this.projectGraphNode.data.root, 'package.json'));
    const name = packageOf(graph, dependency);
    const dependencyCollection = DEPENDENCIES.find((each) => manifest[each]?.[name] !== undefined) ?? null;
    return { dependencyCollection, currentVersion: manifest[dependencyCollection]?.[name] ?? null };
  }

  async updateProjectVersion(tree, version) {
    return this.change(tree, (manifest) => (manifest.version = version), `New version ${version} written`);
  }

  /** Exact versions only: `*` means any version inside the workspace. */
  async updateProjectDependencies(tree, graph, versions) {
    const wanted = Object.entries(versions).map(([project, version]) => [packageOf(graph, project), version]);
    const change = (manifest) => {
      for (const collection of DEPENDENCIES)
        for (const [name, version] of wanted)
          if (/^\d/.test(manifest[collection]?.[name] ?? '')) manifest[collection][name] = version;
    };
    return wanted.length === 0 ? [] : this.change(tree, change, 'Dependencies updated');
  }

  change(tree, apply, done) {
    return this.manifestsToUpdate.map(({ manifestPath }) => {
      const manifest = read(tree, manifestPath);
      apply(manifest);
      tree.write(manifestPath, `${JSON.stringify(manifest, undefined, INDENT)}\n`);
      return `${done}: ${manifestPath}`;
    });
  }
};

function read(tree, path) {
  return JSON.parse(tree.read(path, 'utf-8'));
}

function packageOf(graph, project) {
  return graph.nodes[project].data.metadata.js.packageName;
}
