import { committedApi, readApi } from '@foretell/testing';
import { GammaWorld } from './testing/gamma-world';

const RUNS = 25;
const OPERATION_MS = 120_000;
const API = committedApi('gamma');
const KNOWN = { id: ['10', '20', '5', '7'], slug: ['rain', 'will-it-rain', 'weather'], q: ['rain'], creator: ['alpha.example'] };
/** A cursor is valid only in the sort order that it was made in, which no schema expresses. */
const CURSORS = new Set(['GET /public/events/keyset', 'GET /public/markets/keyset']);
const CONDITION_ID = `0x${'ab'.repeat(32)}`;
const EVENT = {
  id: '10',
  slug: 'rain',
  title: 'Will it rain?',
  updatedAt: '2026-01-01T00:00:00Z',
  tags: [{ id: '7', label: 'Weather', slug: 'weather' }],
  series: [{ id: '5', slug: 'weekly-rain', title: 'Weekly rain' }],
  markets: [
    {
      id: '20',
      slug: 'will-it-rain',
      question: 'Will it rain on Sunday?',
      conditionId: CONDITION_ID,
      outcomes: '["Yes","No"]',
      clobTokenIds: '["1","2"]',
      updatedAt: '2026-01-01T00:00:00Z',
    },
  ],
};

describe('catalog requests generated from the OpenAPI document', () => {
  let world: GammaWorld;
  const conformance = readApi(API, CURSORS);

  beforeAll(async () => {
    world = await GammaWorld.start();
    const { refused } = await world.import('events', [EVENT], ['alpha.example']);
    expect(refused).toEqual([]);
  });
  afterAll(() => world?.stop());

  it.each(conformance.operations)(
    '%s accepts what the document allows, and responds as documented',
    async (_name, operation) => {
      expect(await conformance.faultsOfAllowed(operation, world.url, KNOWN, RUNS)).toEqual([]);
    },
    OPERATION_MS,
  );

  it.each(conformance.operations)(
    '%s refuses or ignores a parameter with an invalid value, and never fails',
    async (_name, operation) => {
      expect(await conformance.faultsOfBad(operation, world.url, KNOWN)).toEqual([]);
    },
    OPERATION_MS,
  );
});
