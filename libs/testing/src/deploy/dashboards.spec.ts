import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files';
import { at, fieldsOf, listAt, textAt } from './manifests';

const FOLDER = join(ROOT, 'deploy', 'observability', 'dashboards');
const COLUMNS = 24;
const UNITS = ['ops', 'reqps', 's', 'short', 'bytes', 'percentunit'];
/** Counters and histogram buckets are meaningful only as rates. */
const GROWING = /\b(\w+_(?:total|bucket|sum|count))\b(?:\{[^}]*\})?(\[[^\]]*\])?/g;

const dashboards = readdirSync(FOLDER).map((file) => {
  const dashboard: unknown = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  const panels = listAt(dashboard, 'panels').map((panel) => ({
    panel,
    title: textAt(panel, 'title'),
    targets: listAt(panel, 'targets').map((target) => ({
      target,
      expr: textAt(target, 'expr'),
      legend: textAt(target, 'legendFormat'),
    })),
  }));
  return { file, dashboard, panels };
});
const queries = dashboards.flatMap(({ file, panels }) =>
  panels.flatMap(({ title, targets }) => targets.map((each) => ({ ...each, where: `${file}, ${title}` }))),
);

/** The rules of Grafana's own dashboard linter, which is a Go program. */
describe('the dashboards', () => {
  it('exist, with panels, each with its own name', () => {
    expect(dashboards.length).toBeGreaterThan(3);
    for (const { panels } of dashboards) {
      const titles = panels.map(({ title }) => title);
      expect(titles.length).toBeGreaterThan(5);
      expect(titles.filter((title, index) => title === '' || titles.indexOf(title) !== index)).toEqual([]);
    }
    const names = dashboards.map(({ dashboard }) => textAt(dashboard, 'uid'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('query the selected data source, and no other', () => {
    const chosen = { type: 'prometheus', uid: '${datasource}' };
    for (const { dashboard, panels } of dashboards) {
      expect(
        listAt(at(dashboard, 'templating'), 'list').map((variable) => [textAt(variable, 'name'), textAt(variable, 'type')]),
      ).toEqual([['datasource', 'datasource']]);
      const asked = panels.flatMap(({ panel, targets }) => [panel, ...targets.map(({ target }) => target)]);
      for (const each of asked) expect(at(each, 'datasource')).toEqual(chosen);
    }
  });

  it('give the unit of each panel', () => {
    for (const { panels } of dashboards)
      for (const { panel } of panels) expect(UNITS).toContain(textAt(at(at(panel, 'fieldConfig'), 'defaults'), 'unit'));
  });

  it('begin at zero, except where a value may be negative: a clock that was set back is not ahead', () => {
    const signed = /foretell_clock_ahead_seconds|foretell_clock_server_difference_seconds/;
    const seen = dashboards.flatMap(({ panels }) =>
      panels.map(({ panel, targets }) => ({
        isSigned: targets.some(({ expr }) => signed.test(expr)),
        min: at(panel, 'fieldConfig', 'defaults', 'min'),
      })),
    );
    expect(seen.filter(({ isSigned, min }) => min !== (isSigned ? undefined : 0))).toEqual([]);
    for (const metric of signed.source.split('|')) expect(queries.map(({ expr }) => expr).join()).toContain(metric);
  });

  it('have panels side by side within the page', () => {
    for (const { panels } of dashboards) {
      const taken = new Set<string>();
      for (const { panel, title } of panels) {
        const { x, y, w, h } = fieldsOf(at(panel, 'gridPos'));
        const [left, top, width, height] = [Number(x), Number(y), Number(w), Number(h)];
        expect(left + width).toBeLessThanOrEqual(COLUMNS);
        for (let column = left; column < left + width; column += 1)
          for (let row = top; row < top + height; row += 1) {
            expect([title, taken.has(`${column} ${row}`)]).toEqual([title, false]);
            taken.add(`${column} ${row}`);
          }
      }
    }
  });

  it('use rates of counters, over the interval that the scrapes allow', () => {
    const raw = queries.flatMap(({ where, expr }) =>
      [...expr.matchAll(GROWING)].filter(([, , range]) => range !== '[$__rate_interval]').map(([name]) => `${where}: ${name}`),
    );
    expect(raw).toEqual([]);
    const times = (expr: string, what: RegExp): number => [...expr.matchAll(what)].length;
    for (const { where, expr } of queries)
      expect([where, times(expr, /\b(?:rate|increase)\(/g)]).toEqual([where, times(expr, /\[\$__rate_interval\]/g)]);
  });

  it('use quantiles of buckets only, and keep the label that separates the buckets', () => {
    const quantiles = queries.filter(({ expr }) => expr.includes('histogram_quantile'));
    expect(quantiles.length).toBeGreaterThan(5);
    for (const { expr } of quantiles)
      expect(expr).toMatch(/^histogram_quantile\(0\.\d+, sum by \((\w+, )*le\) \(rate\(\w+_bucket/);
  });

  it('name each line by the labels that distinguish it', () => {
    for (const { where, expr, legend } of queries) {
      const [, labels] = /^\w+(?:\([^()]*)? ?by \(([^)]*)\)/.exec(expr) ?? [];
      const apart = labels === undefined ? [] : labels.split(', ').filter((label) => label !== 'le');
      expect([where, legend]).toEqual([where, expect.stringMatching(/\S/)]);
      for (const label of apart) expect([where, legend]).toEqual([where, expect.stringContaining(`{{${label}}}`)]);
    }
  });
});
