import { USUAL_BOUNDS, type ExchangeRules } from '../exchange';
import { fastExchange } from '../model/checked-exchange';
import { NaiveExchange } from '../model/naive-exchange';
import { act, expectedLines } from './run-scenario';

const RULES = { gtdMinimumMillis: 50 };
/** Runs after the first line of each scenario, which opens the market. */
const EVERYBODY = `
  alice credited 100
  bob   credited 100
  carol credited 100
  alice splits 40
`;

/**
 * A suite of scenarios by title. Each runs on the exchange and on its reference model; the invariants are checked after every
 * line.
 */
export function describeScenarios(scenarios: Readonly<Record<string, string>>, bounds = USUAL_BOUNDS): void {
  const rules = { ...RULES, bounds };
  describe.each([
    ['the exchange', fastExchange],
    ['the reference model', (rules: ExchangeRules) => new NaiveExchange(rules)],
  ])('a scenario run on %s', (_name, create) => {
    it.each(Object.entries(scenarios))('%s', (_title, scenario) => {
      const [market = '', ...rest] = scenario.trim().split('\n');
      const whole = [market, EVERYBODY, ...rest].join('\n');
      expect(act(create(rules), whole)).toEqual(expectedLines(whole));
    });
  });
}
