import { publishedStatements, publishedText, type Statement } from '@foretell/testing';
import { faultsOfFields, hasSamples } from './harness/published/records';
import { faultsOfQuery, faultsOfRoute, serviceOf } from './harness/published/routes';
import { PublishedSite } from './harness/published/site';
import { checkOfText } from './harness/published/texts';

const START_MS = 120_000;

/** Tests every promise of docs/interface.md against running services. A statement without a check fails. */
describe('the published interface', () => {
  let site: PublishedSite;

  beforeAll(async () => {
    site = await PublishedSite.start();
  }, START_MS);
  afterAll(() => site?.stop());

  it('is read completely', () => {
    const rows = publishedText().match(/^\| /gm) ?? [];
    const tables = publishedText().match(/^\|[-|]+\|$/gm) ?? [];
    expect(publishedStatements().filter(({ cells }) => cells !== null)).toHaveLength(rows.length - tables.length);
  });

  it.each(
    publishedStatements().map((statement) => [`${statement.section}: ${statement.text}`.slice(0, 160), statement] as const),
  )(
    '%s',
    async (_, statement) => {
      expect(await faultsOf(statement)).toEqual([]);
    },
    30_000,
  );

  async function faultsOf(statement: Statement): Promise<readonly string[]> {
    const { section, introduction, cells } = statement;
    const service = serviceOf(section);
    if (cells !== null && hasSamples(section)) return faultsOfFields(site, statement);
    if (service !== null && cells?.['Method'] !== undefined) return faultsOfRoute(site, service, statement);
    if (service !== null && introduction.startsWith('Query of')) return faultsOfQuery(site, service, statement);
    const check = checkOfText(statement);
    return check === null ? ['no check exists'] : check(site);
  }
});
