import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../source-files';

const sources = createRequire(__filename)(join(ROOT, 'tools', 'manifest-sources.cjs')) as { sourcesDigest(k8s: string): string };

export const K8S = join(ROOT, 'deploy', 'k8s');
export type Fields = Readonly<Record<string, unknown>>;
/** Overlays of a complete site. */
export const OVERLAYS = ['local', 'ha', 'production'] as const;
/** "apart" has the services only, each in a namespace of its own. */
export type Overlay = (typeof OVERLAYS)[number] | 'apart';

/** A Kubernetes object as one part of an overlay has it. */
export interface Manifest {
  /** "clob", "stores" and so on: a folder that can be applied separately. */
  readonly part: string;
  readonly kind: string;
  readonly name: string;
  readonly object: Fields;
}

/** A container with its workload. */
export interface Container {
  /** "clob Deployment/clob migrations". */
  readonly title: string;
  readonly fields: Fields;
  readonly pod: Fields;
  readonly isGate: boolean;
  readonly workload: Manifest;
}

/** The value at a path of fields; undefined where the path ends. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inside: unknown, key) => fieldsOf(inside)[key], value);
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}

export function listAt(value: unknown, ...path: readonly string[]): readonly Fields[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list.map(fieldsOf) : [];
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : '';
}

export function manifestsOf(overlay: Overlay): readonly Manifest[] {
  return readdirSync(join(K8S, 'rendered', overlay)).flatMap((file) =>
    parseAllDocuments(readFileSync(join(K8S, 'rendered', overlay, file), 'utf8')).map((document) => {
      const object = fieldsOf(document.toJS());
      return {
        part: file.replace('.yaml', ''),
        kind: textAt(object, 'kind'),
        name: textAt(object, 'metadata', 'name'),
        object,
      };
    }),
  );
}

const POD_OF: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

export function isWorkload({ kind }: Manifest): boolean {
  return Object.hasOwn(POD_OF, kind);
}

/** The pod template of a workload. */
export function podOf({ kind, object }: Manifest): Fields {
  return fieldsOf(at(object, ...(POD_OF[kind] ?? [])));
}

export function containersOf(overlay: Overlay): readonly Container[] {
  return manifestsOf(overlay)
    .filter(isWorkload)
    .flatMap((workload) => {
      const pod = podOf(workload);
      const listed = (key: string): Container[] =>
        listAt(pod, 'spec', key).map((fields) => ({
          title: `${workload.part} ${workload.kind}/${workload.name} ${textAt(fields, 'name')}`,
          fields,
          pod,
          isGate: key === 'initContainers',
          workload,
        }));
      return [...listed('initContainers'), ...listed('containers')];
    });
}

/** The digest that tools/manifests.mjs writes with the rendered files. */
export function sourcesSum(): string {
  return sources.sourcesDigest(K8S);
}
