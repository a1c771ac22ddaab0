import { availableParallelism } from 'node:os';
import { CLOB_AUTH_TERMS, EXCHANGE_PRESETS, POLYMARKET_V1, POLYMARKET_V3, SESSION_MESSAGE } from '@foretell/signing';
import { readConfig } from '@foretell/platform-server';
import { AuthVariables, foreignDomainFaults, readAuthConfig } from './auth.config';

const MASTER = 'ab'.repeat(32);

it('needs nothing but the master key', () => {
  const config = readAuthConfig({ AUTH_MASTER_KEY: MASTER });
  expect(config).toMatchObject({
    prefixes: ['SERVICE', 'POLY', 'KUEST'],
    maxAgeSeconds: 60,
    maxAgeReadSeconds: 300,
    signatureRules: {
      v2: EXCHANGE_PRESETS['polymarket-v2'],
      v1: POLYMARKET_V1,
      v3: POLYMARKET_V3,
      allowedSignatureTypes: [0, 1, 2, 3],
    },
  });
  expect(config.masterKeys.newest.reveal()).toEqual(Buffer.alloc(32, 0xab));
});

it.each([
  ['', ['SERVICE']],
  ['none', ['SERVICE']],
  ['POLY', ['SERVICE', 'POLY']],
  ['POLY,SERVICE', ['SERVICE', 'POLY']],
])('accepts the aliases "%s"', (aliases, prefixes) => {
  expect(readAuthConfig({ AUTH_MASTER_KEY: MASTER, AUTH_HEADER_ALIASES: aliases }).prefixes).toEqual(prefixes);
});

it('accepts a preset and overrides it field by field', () => {
  const { signatureRules } = readAuthConfig({
    AUTH_MASTER_KEY: MASTER,
    EXCHANGE_PRESET: 'kuest-v2',
    CHAIN_ID: '31337',
    EXCHANGE_DOMAIN_CONTRACT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    ALLOWED_SIGNATURE_TYPES: '3,0',
  });
  expect(signatureRules).toEqual({
    v2: {
      ...EXCHANGE_PRESETS['kuest-v2'],
      chainId: 31337,
      exchange: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    },
    v1: null,
    allowedSignatureTypes: [0, 3],
  });
});

it('reports all faults together and prints no value', () => {
  const faulty = {
    AUTH_MASTER_KEY: 'too-short-secret',
    AUTH_HEADER_PREFIX: 'lower',
    AUTH_HEADER_ALIASES: 'POLY;KUEST',
    AUTH_MAX_AGE_SECONDS: 'soon',
    AUTH_MAX_AGE_READ_SECONDS: '0',
    EXCHANGE_PRESET: 'unknown',
    CHAIN_ID: '1.5',
    EXCHANGE_DOMAIN_CONTRACT: '0x1',
    ALLOWED_SIGNATURE_TYPES: '4',
  };
  let message = '';
  try {
    readAuthConfig(faulty);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(faulty)) expect(message).toContain(name);
  expect(message).not.toContain('too-short-secret');
});

it.each([
  ['0', 0],
  ['2', 2],
  ['auto', availableParallelism() === 1 ? 0 : Math.max(1, Math.min(availableParallelism() - 2, 8))],
])('gives signatures "%s" threads', (text, threads) => {
  expect(readAuthConfig({ AUTH_MASTER_KEY: MASTER, SIGNATURE_THREADS: text }).signatureThreads).toBe(threads);
});

it('refuses an invalid number of threads', () => {
  expect(() => readAuthConfig({ AUTH_MASTER_KEY: MASTER, SIGNATURE_THREADS: '-1' })).toThrow('SIGNATURE_THREADS');
});

describe('S8: the venue that wallets sign for', () => {
  const venue = (variables: NodeJS.ProcessEnv) => {
    const environment = { AUTH_MASTER_KEY: MASTER, ...variables };
    const { signatureRules, login } = readAuthConfig(environment);
    const faults = foreignDomainFaults(readConfig(AuthVariables, environment), new Set());
    const { v2, v1, v3 } = signatureRules;
    return { name: v2.name, isV1Taken: v1 !== null, isV3Taken: v3 !== undefined, login, faults: faults.length };
  };
  const published = { isV1Taken: true, isV3Taken: true, login: CLOB_AUTH_TERMS };
  const only = { isV1Taken: false, isV3Taken: false };
  const own = { domainName: 'Acme Auth', message: CLOB_AUTH_TERMS.message };

  it.each([
    ['nothing: that of published clients', {}, { name: 'Polymarket CTF Exchange', ...published, faults: 2 }],
    ['another preset', { EXCHANGE_PRESET: 'kuest-v2' }, { name: 'CTF Exchange', ...published, ...only, faults: 2 }],
    ['a name of its own', { EXCHANGE_DOMAIN_NAME: 'Acme' }, { name: 'Acme', ...only, login: own, faults: 0 }],
    [
      'a name of its own for statements besides',
      { EXCHANGE_DOMAIN_NAME: 'Acme', AUTH_DOMAIN_NAME: 'Acme login', AUTH_MESSAGE: 'Sign in to Acme' },
      { name: 'Acme', ...only, login: { domainName: 'Acme login', message: 'Sign in to Acme' }, faults: 0 },
    ],
    [
      'contracts of its own alone, where statements are still the published ones',
      { EXCHANGE_DOMAIN_CONTRACT: `0x${'a'.repeat(40)}`, EXCHANGE_DOMAIN_NEG_RISK_CONTRACT: `0x${'b'.repeat(40)}` },
      { name: 'Polymarket CTF Exchange', ...published, ...only, faults: 1 },
    ],
    [
      "one contract of its own, where the other is a live venue's",
      { EXCHANGE_DOMAIN_CONTRACT: `0x${'a'.repeat(40)}` },
      { name: 'Polymarket CTF Exchange', ...published, ...only, faults: 2 },
    ],
    [
      'a version of its own',
      { EXCHANGE_DOMAIN_VERSION: '9' },
      { name: 'Polymarket CTF Exchange', ...published, ...only, faults: 1 },
    ],
    [
      'the version of an older exchange of the family',
      {
        EXCHANGE_DOMAIN_VERSION: '1',
        EXCHANGE_DOMAIN_CONTRACT: POLYMARKET_V1.exchange,
        EXCHANGE_DOMAIN_NEG_RISK_CONTRACT: POLYMARKET_V1.negRiskExchange,
      },
      { name: 'Polymarket CTF Exchange', ...published, ...only, faults: 2 },
    ],
    ['the published one by word', { ACCEPT_FOREIGN_DOMAIN: 'yes' }, { name: 'Polymarket CTF Exchange', ...published, faults: 0 }],
  ])('is chosen by %s', (_how, variables, expected) => {
    expect(venue(variables)).toEqual(expected);
  });

  it('has two statements, so that the one for a sign-in key creates no other key', () => {
    const { login, session } = readAuthConfig({ AUTH_MASTER_KEY: MASTER, EXCHANGE_DOMAIN_NAME: 'Acme' });
    expect(session).toEqual({ domainName: login.domainName, message: SESSION_MESSAGE });
    expect(() => readAuthConfig({ AUTH_MASTER_KEY: MASTER, AUTH_MESSAGE: SESSION_MESSAGE })).toThrow(/AUTH_MESSAGE/);
  });
});
