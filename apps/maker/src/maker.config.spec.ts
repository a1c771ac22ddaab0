import { readMakerConfig, readQuotes } from './maker.config';

describe('the configuration of the market maker', () => {
  it('gives each market the terms of all, unless it has its own', () => {
    const text = JSON.stringify({
      lossMax: 50,
      levels: 3,
      markets: [
        { market: 'a', prior: 0.2 },
        { market: 'b', lossMax: 7 },
      ],
    });
    expect(readQuotes(text)).toEqual([
      { market: 'a', prior: 0.2, lossMax: 50, levels: 3, levelTicks: 1, halfSpreadTicks: 1 },
      { market: 'b', prior: 0.5, lossMax: 7, levels: 3, levelTicks: 1, halfSpreadTicks: 1 },
    ]);
  });

  it('names every fault of the file', () => {
    const text = JSON.stringify({ levels: 0, spread: 2, markets: [{ market: 3, prior: 1 }] });
    expect(() => readQuotes(text)).toThrow(/levels must not be less than 1/);
    expect(() => readQuotes(text)).toThrow(/property spread should not exist/);
    expect(() => readQuotes(text)).toThrow(/markets\.0\.market must be a string/);
    expect(() => readQuotes(text)).toThrow(/markets\.0\.prior must not be greater than 0\.999/);
  });

  it('names the variables that are not set', () => {
    expect(() => readMakerConfig({})).toThrow(/MAKER_PRIVATE_KEY must be set[^]*MAKER_QUOTES must be set/);
  });
});
