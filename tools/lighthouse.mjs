/**
 * `npm run lighthouse`: judges the pages of a console that runs (`npm start`, best with `npm run demo` behind it), as a phone on a
 * slow network and a wide screen see them, and prints a row a page, with how fast the machine was. What is below 95 for
 * performance or accessibility, or could not be measured, is judged again, three times in all; then it fails, with the reason.
 * Lighthouse is installed beside the project, in .foretell/lighthouse; it drives the machine's own Chromium (CHROMIUM names
 * another).
 *   npm run lighthouse -- http://127.0.0.1:3000
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT, say } from './workspace.mjs';

/** The last that runs on node 20. */
const VERSION = '12.8.2';
const FOLDER = join(ROOT, '.foretell', 'lighthouse');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const COLUMNS = ['page', 'as', ...CATEGORIES, 'largest paint', 'blocked', 'layout shift', 'machine', 'attempts'];
const TRIES = 3;
/** A page takes a quarter of a minute, and three times that on a machine that does other work. */
const ATTEMPT_MILLIS = 120_000;
/** For Lighthouse to end its browser once it was told to stop. */
const END_MILLIS = 10_000;
const INSTALL_MILLIS = 300_000;
const LEAST = { performance: 95, accessibility: 95 };
const FORMS = { phone: [], wide: [`--cli-flags-path=${join(ROOT, 'tools', 'lighthouse-wide.json')}`] };
const CHROME = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'];

const [site = 'http://127.0.0.1:3000'] = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const install = ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
const missing = await faultOf('npm', [...install, `lighthouse@${VERSION}`], INSTALL_MILLIS);
if (missing !== null) throw new Error(`Lighthouse could not be installed: ${missing}`);
const blank = await serveBlankPage();
say(rowOf(COLUMNS));
say(rowOf(COLUMNS.map(() => '---')));
const short = [];
for (const [page, path] of Object.entries(await pages()))
  for (const form of Object.keys(FORMS)) {
    const judged = await judge(`${page}-${form}`, path, form);
    say(rowOf([page, form, ...(judged.figures ?? COLUMNS.slice(2).map(() => '—'))]));
    if (judged.fault !== undefined) short.push(`${page} as a ${form}: ${judged.fault}`);
  }
blank?.server.close();
short.forEach((fault) => say(fault));
process.exitCode = short.length === 0 ? 0 : 1;

function rowOf(cells) {
  return `| ${cells.join(' | ')} |`;
}

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

/**
 * An empty page of the site's host, for Lighthouse to leave from. From its own (about:blank) Chromium goes into a new process
 * for the page; what that one does before recording reaches it is lost, on a busy machine also the navigation's start, without
 * which Lighthouse has no figures (NO_NAVSTART). From a page of the same host it stays in the process that is recorded already.
 * Another port, so that the page finds no connection open. Undefined for a site that is not on this machine.
 */
async function serveBlankPage() {
  const { protocol, hostname } = new URL(site);
  if (protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(hostname)) return undefined;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Blank</title>');
  });
  await once(server.listen(0, hostname), 'listening');
  return { server, url: `http://${hostname}:${server.address().port}/` };
}

/**
 * Figures of the first attempt that reaches its aim, else of the best: what else the machine does only takes from them. With a
 * fault where they are below their aim; a fault alone when no attempt gave any.
 */
async function judge(name, path, form) {
  const outcomes = [];
  while (outcomes.length < TRIES && !outcomes.some(isGood)) outcomes.push(await attempt(name, path, form));
  const [best] = outcomes
    .filter(({ fault }) => fault === undefined)
    .sort((one, other) => other.scores.performance - one.scores.performance);
  if (best === undefined) return { fault: `not measured: ${outcomes.map(({ fault }) => fault).join('; then ')}` };
  const chosen = outcomes.find(isGood) ?? best;
  const figures = [...CATEGORIES.map((category) => chosen.scores[category]), ...chosen.shown, outcomes.length];
  return { figures, fault: isGood(chosen) ? undefined : `below its aim: ${JSON.stringify(chosen.scores)}` };
}

function isGood({ fault, scores }) {
  return fault === undefined && Object.entries(LEAST).every(([name, least]) => scores[name] >= least);
}

async function attempt(name, path, form) {
  const report = join(FOLDER, `${name}.json`);
  rmSync(report, { force: true });
  const words = ['--quiet', '--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES.join(',')}`];
  if (blank !== undefined) words.push(`--blankPage=${blank.url}`);
  const program = join(FOLDER, 'node_modules', '.bin', 'lighthouse');
  words.push(`--chrome-flags=${CHROME.join(' ')}`, ...FORMS[form]);
  const ended = await faultOf(program, [`${site}${path}`, ...words], ATTEMPT_MILLIS);
  return existsSync(report) ? figuresOf(JSON.parse(readFileSync(report, 'utf8')), ended) : { fault: ended ?? 'no report' };
}

/** A report without a score is of no use: it says why in `runtimeError`, or in the audits that failed. */
function figuresOf({ runtimeError, categories, audits, environment }, ended) {
  if (runtimeError !== undefined) return { fault: runtimeError.code };
  const unscored = CATEGORIES.filter((name) => (categories[name]?.score ?? null) === null);
  if (unscored.length > 0) return { fault: ended ?? `no score for ${unscored.join(', ')}` };
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]));
  const names = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];
  const shown = names.map((audit) => audits[audit].displayValue ?? '');
  // How fast the machine was meanwhile, as Lighthouse reckons it.
  return { scores, shown: [...shown, Math.round(environment.benchmarkIndex)] };
}

/** Runs a program to its end, or for so long; null when all was well, else in words what was not. */
async function faultOf(program, words, millis) {
  const env = { ...process.env, ...(process.env.CHROMIUM && { CHROME_PATH: process.env.CHROMIUM }) };
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let said = '';
  child.stderr.on('data', (part) => (said = `${said}${part}`.slice(-2_000)));
  // Told to stop, Lighthouse ends the browser that it started; killed, it would leave it.
  const stops = [
    [millis, 'SIGINT'],
    [millis + END_MILLIS, 'SIGKILL'],
  ].map(([after, signal]) => setTimeout(() => child.kill(signal), after));
  const start = Date.now();
  try {
    const [code] = await once(child, 'close');
    if (code === 0) return null;
    if (Date.now() - start >= millis) return `no end within ${millis / 1_000} seconds`;
    return `ended with ${code}: ${said.trim().split('\n').at(-1)}`;
  } catch (error) {
    return error.message;
  } finally {
    stops.forEach((stop) => clearTimeout(stop));
  }
}
