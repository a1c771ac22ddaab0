import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files';

const dockerfile = readFileSync(join(ROOT, 'deploy', 'images', 'Dockerfile'), 'utf8');
const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'ci.yaml'), 'utf8');
const [build = '', image = ''] = dockerfile.split(/^(?=FROM .* AS image$)/m);

/** bundle.spec.ts of the end-to-end tests checks the contents of an image by running it. */
describe('deploy/images/Dockerfile', () => {
  it('cuts a small image from a large build', () => {
    expect(build).toContain('nx run-many -t bundle');
    expect(image).toMatch(/^FROM gcr\.io\/distroless\/nodejs22-debian12:nonroot@sha256:/);
    expect([...image.matchAll(/^(COPY|ADD|RUN) .*$/gm)].map(([line]) => line)).toEqual([
      'COPY --from=build /source/dist/${APP} /app',
    ]);
  });

  // S12: a tag can be moved to another image.
  it('pins every base image by version and digest', () => {
    const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, base]) => base);
    expect(bases).toHaveLength(2);
    expect(bases.filter((base) => !/^[\w./-]+:(22-bookworm-slim|nonroot)@sha256:[0-9a-f]{64}$/.test(base ?? ''))).toEqual([]);
    expect(dockerfile).not.toMatch(/^# *syntax=/m);
  });

  it('runs as nobody, with labels, a health check from the bundle, and arguments for main.js', () => {
    expect(image).toMatch(/^USER 65532:65532$/m);
    for (const label of ['title', 'version', 'revision', 'licenses'])
      expect(image).toContain(`org.opencontainers.image.${label}=`);
    expect(image).toMatch(/^HEALTHCHECK .*CMD \["\/nodejs\/bin\/node", "healthcheck\.cjs"\]$/m);
    expect(image).toMatch(/^ENTRYPOINT \["\/nodejs\/bin\/node", .*"main\.js"\]$/m);
  });

  it('ends with a stage that tools/images.mjs can build from the bundles, which .ci/run does once they are there', () => {
    const tool = readFileSync(join(ROOT, 'tools', 'images.mjs'), 'utf8');
    const copied = /const COPIED = '(.*)';/.exec(tool)?.[1] ?? '';
    expect(image.split('\n')).toContain(copied);
    const run = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
    expect(run).toContain('node tools/bundles.mjs\nnode tools/images.mjs\n');
  });

  it('lists the parts of every published app', () => {
    const apps = /for app in ([a-z ]+); do/.exec(build)?.[1]?.split(' ') ?? [];
    expect(apps.length).toBe(7);
    expect(build).toContain('npm sbom --sbom-format cyclonedx > sbom.cdx.json');
    expect(workflow).toContain(`app: [${apps.join(', ')}]`);
    expect(workflow).toContain('run: .ci/run');
  });
});
