import type { Desk } from '../desk';
import type { Part } from '../html';
import type { Place } from '../layout';
import { overview } from './overview';
import { wallet } from './wallet';

export interface Page extends Place {
  view(desk: Desk, query: URLSearchParams): Promise<Part>;
}

/** In the order of the menu. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Overview', view: overview },
  { path: '/wallet', title: 'Wallet', view: wallet },
];

export const MENU: readonly Place[] = PAGES;
