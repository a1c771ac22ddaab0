import { eventsPage } from './asyncapi.mjs';
import { API_PAGES } from './reference.mjs';

/**
 * The pages of the site in the order of its readers. An entry is a Markdown file of the repository, a folder (README.md first,
 * then by name), { label, link } of a page that is not Markdown, or { read } of one
 * that is generated. A file outside docs/ names its address.
 */
export const NAVIGATION = [
  {
    label: 'Start',
    entries: [
      'docs/start/what-it-is.md',
      'docs/start/quickstart.md',
      'docs/start/sizing.md',
      'docs/start/money.md',
      'docs/console.md',
    ],
  },
  {
    label: 'Trade by API',
    entries: [
      { file: 'docs/trade/index.md', label: 'Overview' },
      'docs/trade/quickstart.md',
      'docs/trade/quickstart-python.md',
      'docs/trade/quickstart-typescript.md',
      'docs/trade/authentication.md',
      'docs/trade/orders.md',
      'docs/trade/fees.md',
      'docs/trade/streams.md',
      'docs/trade/market-making.md',
      'docs/trade/requests-for-quotes.md',
      'docs/trade/errors.md',
      'docs/trade/limits.md',
      'docs/trade/differences.md',
      'docs/trade/moving-a-bot.md',
      'docs/clients.md',
    ],
  },
  {
    label: 'Reference',
    entries: [
      { file: 'docs/interface.md', label: 'The interface' },
      ...API_PAGES,
      { read: eventsPage },
      { file: 'libs/client/README.md', slug: 'reference/client' },
      { file: 'libs/contracts/README.md', slug: 'reference/contracts' },
    ],
  },
  {
    label: 'Operate',
    entries: [
      { file: 'docs/operate/README.md', label: 'Overview' },
      'docs/operate/venue.md',
      'docs/operate/compose.md',
      'docs/operate/kubernetes.md',
      'docs/operate/configuration.md',
      'docs/operate/postgresql-and-proxy.md',
      'docs/operate/markets.md',
      'docs/operate/commands.md',
      'docs/operate/workbench.md',
      'docs/operate/market-maker.md',
      'docs/operate/metrics.md',
      'docs/operate/runbooks.md',
      'docs/operate/backup.md',
      'docs/operate/restore.md',
      'docs/operate/upgrade.md',
      'docs/operate/scaling.md',
      'docs/cluster-report.md',
      { file: 'SECURITY.md', slug: 'operate/security' },
    ],
  },
  {
    label: 'Change',
    entries: [
      { file: 'ARCHITECTURE.md', slug: 'change/architecture' },
      { file: 'HACKING.md', slug: 'change/recipes' },
      { file: 'CONTRIBUTING.md', slug: 'change/contributing' },
      'docs/performance.md',
      'docs/reliability.md',
      'docs/threat-model.md',
      'docs/ROADMAP.md',
      { file: 'CHANGELOG.md', slug: 'change/changelog' },
      { label: 'Decisions', entries: ['docs/decisions/'] },
    ],
  },
];

/** Notes on public systems of this kind: cited by code, not part of the product's documentation. */
export const LEFT_OUT = ['docs/spec/'];
