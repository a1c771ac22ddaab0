import { availableParallelism } from 'node:os';
import { EXCHANGE_PRESETS, POLYMARKET_V1, POLYMARKET_V3 } from '@foretell/signing';
import { readAuthConfig } from './auth.config';

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
])('takes the aliases "%s"', (aliases, prefixes) => {
  expect(readAuthConfig({ AUTH_MASTER_KEY: MASTER, AUTH_HEADER_ALIASES: aliases }).prefixes).toEqual(prefixes);
});

it('takes a preset and overrides it field by field', () => {
  const { signatureRules } = readAuthConfig({
    AUTH_MASTER_KEY: MASTER,
    EXCHANGE_PRESET: 'kuest-v2',
    CHAIN_ID: '31337',
    EXCHANGE_DOMAIN_CONTRACT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    ALLOWED_SIGNATURE_TYPES: '3,0',
    ACCEPT_V1_ORDERS: 'false',
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
    ACCEPT_V1_ORDERS: 'maybe',
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

it('refuses a number of threads that is none', () => {
  expect(() => readAuthConfig({ AUTH_MASTER_KEY: MASTER, SIGNATURE_THREADS: '-1' })).toThrow('SIGNATURE_THREADS');
});
