import { randomUUID } from 'node:crypto';
import { kubectl, ops, rolledOut, SITE, until } from './kubectl.mjs';
import { startPage } from './page.mjs';

const START_MS = 60_000;
const MARKET = 'will-the-heron-rocket-reach-orbit-by-autumn';
const PAGES = ['/', '/markets', '/results', '/approvals', '/dead-letters', '/limits', '/checks', '/audit'];

/** The workbench, started as documented and used through the forwarded port, like by a browser. */
async function workbench({ folder }) {
  const started = startPage(folder, 'workbench');
  try {
    const address = await until('the workbench prints its address', () => /http:\S+/.exec(started.printed())?.[0], START_MS);
    const entered = await until('the port is forwarded', () => fetch(address, { redirect: 'manual' }), START_MS);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0];
    if (entered.status !== 303 || cookie === undefined) throw new Error(`the address was answered with ${entered.status}`);
    const { origin } = new URL(address);
    const ask = async (path, options = {}) => {
      const answer = await fetch(`${origin}${path}`, { ...options, headers: { cookie, origin } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text.slice(0, 1000)}`);
      return text;
    };
    for (const page of PAGES) await ask(page);
    for (const action of ['pause', 'resume']) {
      const body = new URLSearchParams({ form: randomUUID(), MARKET });
      const page = await ask(`/act/${action}`, { method: 'POST', body });
      if (!page.includes('Done.')) throw new Error(`${action} came to: ${page.slice(0, 2000)}`);
    }
    const stranger = await fetch(`${origin}/markets`);
    if (stranger.status !== 401) throw new Error(`a browser without the cookie was answered with ${stranger.status}`);
    const { text: audit } = await ops('audit');
    for (const command of ['markets.pause', 'markets.resume'])
      if (!audit.includes(command)) throw new Error(`the audit lacks ${command}:\n${audit.slice(0, 2000)}`);
    return {
      notes: [`${PAGES.length} pages; a market paused and resumed by its forms, both in the audit; 401 without the cookie`],
    };
  } finally {
    started.end();
    // The workbench in the pod does not end with a terminal.
    await kubectl(['-n', SITE, 'rollout', 'restart', 'deploy/ops']);
    await rolledOut('ops');
  }
}

export const workbenchSteps = [{ name: 'workbench', title: "the operator's workbench through a forwarded port", run: workbench }];
