import type { MarketState, OpsResult } from '@foretell/contracts';
import { count } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf, formOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

const PAGE = 50;
const CHANGES = { active: ['pause', 'close'], paused: ['resume', 'close'], closed: [], resolved: [] } as const;

/** Markets that await a result, and all others. */
export async function markets(invoker: Invoker, query: URLSearchParams): Promise<Part> {
  const offset = Math.max(0, Math.trunc(Number(query.get('offset') ?? 0)) || 0);
  const [awaiting, all] = await Promise.all([
    invoker.read<OpsResult<'ops.clob.markets.list'>>('markets', 'list', '--awaiting-result', '--limit', String(PAGE)),
    invoker.read<OpsResult<'ops.clob.markets.list'>>('markets', 'list', '--limit', String(PAGE), '--offset', String(offset)),
  ]);
  return [
    section(
      'Awaiting a result',
      shown(awaiting, ({ markets: waiting }) => marketRows('Markets awaiting a result', waiting)),
    ),
    section(
      'All markets',
      shown(all, ({ markets: listed, total }) => [
        html`<p>${count(Math.min(offset + 1, total))} to ${count(offset + listed.length)} of ${count(total)}</p>`,
        marketRows('Markets', listed),
        offset + listed.length < total && html`<p><a href="/markets?offset=${offset + PAGE}">Next page</a></p>`,
      ]),
    ),
  ];
}

function marketRows(caption: string, listed: readonly MarketState[]): Part {
  return rowsOf(
    caption,
    ['Market', 'Status', 'Bid / ask', 'Orders', 'Result', 'Change'],
    listed.map((market) => [
      html`<a href="/market?market=${encodeURIComponent(market.slug)}">${market.question}</a>`,
      market.status,
      `${market.bestBid ?? '-'} / ${market.bestAsk ?? '-'}`,
      count(market.openOrders),
      market.winner ?? (market.sourceResult === null ? '-' : `${market.sourceResult} by its source`),
      CHANGES[market.status].map((id) => buttonOf(actionNamed(id), { MARKET: market.conditionId }, market.question)),
    ]),
  );
}

/** The forms of one market. */
export function market(_invoker: Invoker, query: URLSearchParams): Promise<Part> {
  const values = { MARKET: query.get('market') ?? '' };
  return Promise.resolve(
    ['edit', 'pause', 'resume', 'close', 'propose', 'object', 'finalize', 'reverse', 'resolve'].map((id) => {
      const action = actionNamed(id);
      return section(action.title, formOf(action, { values }));
    }),
  );
}
