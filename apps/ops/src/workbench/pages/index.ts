import type { Invoker } from '../invoker';
import type { Part } from '../html';
import type { Place } from '../layout';
import { approvals } from './approvals';
import { audit } from './audit';
import { checks } from './checks';
import { deadLetters } from './dead-letters';
import { formPage } from './form-page';
import { limits } from './limits';
import { market, markets } from './markets';
import { overview } from './overview';
import { report } from './report';
import { results } from './results';
import { wallet } from './wallet';

interface Page extends Place {
  view(invoker: Invoker, query: URLSearchParams): Promise<Part>;
}

const MARKET: Page = { path: '/market', title: 'Market', view: market };

/** In the order of the menu. */
const IN_MENU: readonly Page[] = [
  { path: '/', title: 'Overview', view: overview },
  { path: '/markets', title: 'Markets', view: markets },
  { path: '/results', title: 'Results', view: results },
  { path: '/new-event', title: 'New event', view: formPage('new-event') },
  { path: '/import', title: 'Import', view: formPage('import') },
  { path: '/wallet', title: 'Wallet', view: wallet },
  { path: '/approvals', title: 'Approvals', view: approvals },
  { path: '/report', title: 'Money report', view: report },
  { path: '/dead-letters', title: 'Dead letters', view: deadLetters },
  { path: '/limits', title: 'Limits', view: limits },
  { path: '/checks', title: 'Checks', view: checks },
  { path: '/audit', title: 'Audit', view: audit },
];

export const PAGES: readonly Page[] = [...IN_MENU, MARKET];
export const MENU: readonly Place[] = IN_MENU;
