/**
 * `node tools/kubernetes-schema.mjs FOLDER [CRD.yaml ...]` regenerates deploy/k8s/schema.json: one JSON schema of the kinds that
 * deploy/k8s uses, which refuses unknown fields. FOLDER is a version's `-local-strict` folder of the kubernetes-validate package
 * from PyPI. The other arguments are the resource definitions of operators, as published by their projects. Run it for another
 * version of Kubernetes or another kind; tests read the result.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT, say } from './workspace.mjs';

const RESULT = join(ROOT, 'deploy', 'k8s', 'schema.json');
const KINDS = {
  v1: ['ConfigMap', 'Namespace', 'PersistentVolumeClaim', 'Secret', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['CronJob', 'Job'],
  'networking.k8s.io/v1': ['Ingress', 'NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

const [folder, ...resourceDefinitions] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: node tools/kubernetes-schema.mjs FOLDER [CRD.yaml ...]\n');
  process.exit(2);
}
const all = JSON.parse(readFileSync(join(folder, '_definitions.json'), 'utf8')).$defs;
const kinds = { ...kubernetesKinds(), ...Object.fromEntries(resourceDefinitions.flatMap(customKinds)) };
const definitions = {};
reach(kinds);
writeFileSync(RESULT, `${JSON.stringify({ kubernetes: versionOf(folder), kinds, $defs: sorted(definitions) })}\n`);
say(`${Object.keys(kinds).length} kinds, ${Object.keys(definitions).length} definitions`);

function versionOf(path) {
  return /v\d+\.\d+\.\d+/.exec(path)?.[0] ?? 'unknown';
}

/** Schemas by "apiVersion kind". */
function kubernetesKinds() {
  const files = readdirSync(folder);
  const entries = Object.entries(KINDS).flatMap(([apiVersion, names]) =>
    names.map((kind) => {
      const parts = apiVersion.split('/').reverse();
      const name = [kind, ...(parts.length === 2 ? [parts[1].split('.')[0], parts[0]] : parts)].join('-').toLowerCase();
      if (!files.includes(`${name}.json`)) throw new Error(`${folder} has no ${name}.json`);
      return [`${apiVersion} ${kind}`, baseline(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))];
    }),
  );
  return Object.fromEntries(entries);
}

function customKinds(file) {
  const { spec } = parse(readFileSync(file, 'utf8'));
  return spec.versions
    .filter(({ served }) => served)
    .map(({ name, schema }) => {
      const closed = strict(baseline(schema.openAPIV3Schema));
      closed.properties.metadata = { $ref: `#/$defs/${META}` };
      return [`${spec.group}/${name} ${spec.names.kind}`, closed];
    });
}

/** Removes fields that only people and other tools read. */
function baseline(schema) {
  if (Array.isArray(schema)) return schema.map(baseline);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema['x-kubernetes-int-or-string'] === true) return { type: ['string', 'integer'] };
  if (typeof schema.$ref === 'string') return { $ref: `#/$defs/${schema.$ref.split('/').at(-1)}` };
  const kept = Object.entries(schema).filter(([key, value]) => {
    const isAnnotation = ['description', 'default', 'format', 'example', '$schema', '$id', 'title'].includes(key);
    return !(isAnnotation && typeof value !== 'object') && !(key.startsWith('x-kubernetes') && !key.endsWith('unknown-fields'));
  });
  return Object.fromEntries(kept.map(([key, value]) => [key, baseline(value)]));
}

/** Strict as the API server validates an operator's kinds in strict mode. */
function strict(schema) {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-kubernetes-preserve-unknown-fields': open, ...rest } = schema;
  const made = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strict(value)]));
  const isObject = typeof made.properties === 'object' && made.type === 'object';
  return isObject && open !== true && made.additionalProperties === undefined ? { ...made, additionalProperties: false } : made;
}

/** Includes everything that a schema references. */
function reach(schema) {
  if (typeof schema !== 'object' || schema === null) return;
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1);
    if (Object.hasOwn(definitions, name)) return;
    definitions[name] = baseline(all[name]);
    return reach(definitions[name]);
  }
  Object.values(schema).forEach(reach);
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
