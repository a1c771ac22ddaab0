import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../source-files';
import { CONFIGS, known, REQUIRED, SECRET } from './app-settings';
import { at, fieldsOf, textAt } from './manifests';

const text = readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8');
const services = Object.entries(fieldsOf(at(parse(text, { merge: true }), 'services')));
const example = readFileSync(join(ROOT, 'deploy', 'compose.env.example'), 'utf8');
const ours = services.filter(([name]) => Object.hasOwn(CONFIGS, name));

const settingsOf = (service: unknown): [string, string][] =>
  Object.entries(fieldsOf(at(service, 'environment'))).map(([name, value]) => [name, String(value)]);

describe('deploy/compose.yaml', () => {
  it('has every app, PostgreSQL and NATS', () => {
    expect(services.map(([name]) => name).sort()).toEqual(['nats', 'postgres', ...Object.keys(CONFIGS)].sort());
  });

  it('gives each app the variables that it reads, and all that a site must set', () => {
    for (const [name, service] of ours) {
      const given = settingsOf(service).map(([variable]) => variable);
      expect(given.filter((variable) => !known(name).has(variable))).toEqual([]);
      // The image defines the ports.
      expect((REQUIRED[name] ?? []).filter((variable) => !given.includes(variable) && !variable.endsWith('_PORT'))).toEqual([]);
    }
  });

  it('contains no secret: each comes from a variable that the example names, and the example has no unused one', () => {
    const secrets = services.flatMap(([, service]) => settingsOf(service)).filter(([name]) => SECRET.test(name));
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter(([, value]) => !/\$\{[A-Z0-9_]+(:\?[^}]*)?\}/.test(value))).toEqual([]);
    const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    used.delete('IMPORT_FOLDER');
    expect(new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))).toEqual(used);
  });

  it('runs everything read-only, without capabilities, with images of a fixed version', () => {
    for (const [, service] of services) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(textAt(service, 'image')).toMatch(/:\d+\.\d+[\w.-]*$/);
    }
  });

  it('starts services after the migrations, and publishes them to this machine only', () => {
    for (const name of ['clob', 'gamma', 'data']) {
      const service = Object.fromEntries(services)[name];
      expect(at(service, 'depends_on', 'migrate', 'condition')).toBe('service_completed_successfully');
      expect(at(service, 'ports')).toEqual([expect.stringMatching(/^127\.0\.0\.1:(\d+):\1$/)]);
    }
    expect(
      services.filter(([name, service]) => ['postgres', 'nats'].includes(name) && at(service, 'ports') !== undefined),
    ).toEqual([]);
  });
});
