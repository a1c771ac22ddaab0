import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runProgram, type OpsOutcome } from './ops-process';
import { surroundings } from './process.config';
import { fieldsOf } from './reads';
import { appMain, ROOT } from './repository';

/** What deploy/.env holds. */
type Settings = Readonly<Record<string, string>>;

interface Mount {
  readonly source: string;
  readonly target: string;
}

/** The name of each variable whose value is required. */
const REQUIRED = /\$\{(\w+):\?/g;
const MAIN = 'main.js';

/**
 * The services of deploy/compose.yaml, run on this machine as their containers would be: with the same arguments, and the same
 * variables. Names of hosts, and paths of mounts, lead to what a test has in their place.
 */
export class ComposeSite {
  private readonly services: Readonly<Record<string, unknown>>;

  constructor(
    private readonly settings: Settings,
    /** `host:port` by the name of a service. */
    private readonly hosts: Readonly<Record<string, string>>,
  ) {
    this.services = fieldsOf(fieldsOf(parse(composeText(), { merge: true }))['services']);
  }

  /** The variables without which Compose refuses to start. */
  static requiredVariables(): readonly string[] {
    return [...new Set([...composeText().matchAll(REQUIRED)].map(([, name = '']) => name))];
  }

  /** The same site with other values in deploy/.env, or other servers. */
  with(settings: Settings, hosts: Readonly<Record<string, string>> = {}): ComposeSite {
    return new ComposeSite({ ...this.settings, ...settings }, { ...this.hosts, ...hosts });
  }

  environment(name: string): Readonly<Record<string, string>> {
    const service = fieldsOf(this.services[name]);
    const given = Object.entries(fieldsOf(service['environment']));
    return Object.fromEntries(given.map(([variable, value]) => [variable, this.inPlace(service, String(value))]));
  }

  /** `docker compose run --rm NAME WORDS`; without words as the file has them. */
  run(name: string, words?: readonly string[]): Promise<OpsOutcome> {
    const service = fieldsOf(this.services[name]);
    const main = /^foretell\/migrate:/.test(String(service['image'])) ? join(ROOT, 'tools', 'migrate.mjs') : appMain('ops');
    const entrypoint = listOf(service['entrypoint']);
    const all = [...entrypoint.slice(entrypoint.indexOf(MAIN) + 1), ...(words ?? listOf(service['command']))];
    const environment = { ...surroundings(), NODE_ENV: 'production', ...this.environment(name) };
    return runProgram(
      { main },
      environment,
      all.map((word) => this.inPlace(service, word)),
    );
  }

  private inPlace(service: Readonly<Record<string, unknown>>, value: string): string {
    let text = this.interpolated(value);
    for (const [host, place] of Object.entries(this.hosts)) text = text.replace(new RegExp(`(?<=//|@)${host}:\\d+`), place);
    const { volumes } = service;
    for (const { source, target } of Array.isArray(volumes) ? volumes.map(mountOf) : []) {
      if (target === '' || (text !== target && !text.startsWith(`${target}/`))) continue;
      return this.interpolated(source) + text.slice(target.length);
    }
    return text;
  }

  private interpolated(text: string): string {
    return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, otherwise?: string) => {
      const value = this.settings[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name} is required: ${otherwise ?? ''}`);
      return value === '' && kind === '-' ? (otherwise ?? '') : value;
    });
  }
}

function composeText(): string {
  return readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8');
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Of a mount of the long form; the short form is none that a command names. */
function mountOf(volume: unknown): Mount {
  if (typeof volume === 'string') return { source: '', target: '' };
  const { source, target } = fieldsOf(volume);
  return { source: String(source), target: String(target) };
}
