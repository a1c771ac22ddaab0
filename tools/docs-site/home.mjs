import { join, relative } from 'node:path';
import { ROOT } from './pages.mjs';

/** The first page: what the project is, a picture, and links for each kind of reader. */
export function homeText({ base, place }) {
  return `---
title: Foretell
description: Self-hosted exchange backend for binary prediction markets, compatible with Polymarket and Kuest clients.
template: splash
hero:
  tagline: Self-hosted exchange backend for binary prediction markets, compatible with Polymarket and Kuest clients.
  image:
    alt: A live market in the console, with its chart, books and order ticket
    file: ${relative(place, join(ROOT, 'docs', 'console', 'market.png'))}
  actions:
    - { text: Try it, link: ${base}/start/quickstart/, icon: right-arrow }
---

import { CardGrid, LinkCard } from '@astrojs/starlight/components';

<CardGrid>
  <LinkCard title="Try" href="${base}/start/quickstart/" description="A site on your machine in two minutes, with sample markets." />
  <LinkCard title="Trade" href="${base}/trade/" description="Quickstarts, orders, fees, limits, errors and streams." />
  <LinkCard title="Operate" href="${base}/operate/" description="Install, configure, watch, back up, restore, upgrade." />
  <LinkCard title="Change" href="${base}/change/architecture/" description="How it is built, recipes, and why it is so." />
</CardGrid>
`;
}
