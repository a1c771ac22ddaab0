/**
 * `npm run lighthouse`: judges the pages of a console that runs (`npm start`, best with `npm run demo` behind it), as a phone on a
 * slow network and a wide screen see them, and prints a row a page. It fails below 95 for performance or accessibility.
 * Lighthouse is installed beside the project, in .foretell/lighthouse; it drives the machine's own Chromium (CHROMIUM names
 * another).
 *   npm run lighthouse -- http://127.0.0.1:3000
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './workspace.mjs';

/** The last that runs on node 20. */
const VERSION = '12.8.2';
const FOLDER = join(ROOT, '.foretell', 'lighthouse');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const TRIES = 4;
const LEAST = { performance: 95, accessibility: 95 };
const FORMS = { phone: [], wide: [`--cli-flags-path=${join(ROOT, 'tools', 'lighthouse-wide.json')}`] };
const CHROME = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'];

const [site = 'http://127.0.0.1:3000'] = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
run('npm', ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--no-save', '--loglevel=error', `lighthouse@${VERSION}`]);
const rows = [];
for (const [page, path] of Object.entries(await pages()))
  for (const form of Object.keys(FORMS)) rows.push({ page, form, ...judged(page, path, form) });
say(`| page | as | ${CATEGORIES.join(' | ')} | largest paint | blocked | layout shift |`);
say(`|${'---|'.repeat(CATEGORIES.length + 5)}`);
for (const { page, form, scores, paint, blocked, shift } of rows)
  say(`| ${page} | ${form} | ${CATEGORIES.map((name) => scores[name]).join(' | ')} | ${paint} | ${blocked} | ${shift} |`);
const short = rows.filter(({ scores }) => Object.entries(LEAST).some(([name, least]) => scores[name] < least));
short.forEach(({ page, form, scores }) => say(`${page} as a ${form} is below its aim: ${JSON.stringify(scores)}`));
process.exitCode = short.length === 0 ? 0 : 1;

/** A path of each page, with something to show where the site has it. */
async function pages() {
  const { clob, gamma, data } = await answer(`${site}/config.json`);
  const [event] = await answer(`${gamma}/events?limit=1`);
  const [leader] = await answer(`${data}/v1/leaderboard?timePeriod=ALL&orderBy=VOL`);
  const { data: markets } = await answer(`${clob}/markets`);
  const market = event.markets?.[0]?.conditionId ?? markets[0].condition_id;
  return {
    home: '/',
    event: `/event/${event.slug}`,
    market: `/market/${market}`,
    leaderboard: '/leaderboard',
    profile: `/profile/${leader?.proxyWallet ?? `0x${'1'.repeat(40)}`}`,
    portfolio: '/portfolio',
    wallet: '/wallet',
    operator: '/operator',
  };
}

async function answer(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: is the system up (npm start)?`);
  return response.json();
}

function judged(page, path, form) {
  const report = join(FOLDER, `${page}-${form}.json`);
  const words = [
    `${site}${path}`,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  const lighthouse = join(FOLDER, 'node_modules', '.bin', 'lighthouse');
  retried(() => run(lighthouse, [...words, `--chrome-flags=${CHROME.join(' ')}`, ...FORMS[form]]));
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]));
  const shown = (audit) => audits[audit].displayValue ?? '';
  return {
    scores,
    paint: shown('largest-contentful-paint'),
    blocked: shown('total-blocking-time'),
    shift: shown('cumulative-layout-shift'),
  };
}

/** Now and then it finds no beginning in what a newer Chromium recorded (NO_NAVSTART), and asks to be run again. */
function retried(work) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return work();
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

function run(program, words) {
  const environment = { ...process.env, ...(process.env.CHROMIUM && { CHROME_PATH: process.env.CHROMIUM }) };
  const { status, error } = spawnSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  if (status !== 0) throw new Error(`${program} failed${error === undefined ? '' : `: ${error.message}`}`);
}
