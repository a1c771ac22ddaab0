import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { SITE } from './head-start';
import { StartFault } from './shell/start-fault';
import { applyTheme, rememberedTheme } from './theme/theme';
import { retireOldSession } from './wallet/session-store';
import './theme/tokens.css';
import './theme/base.css';
import './components/components.css';
import './catalog/catalog.css';
import './shell/shell.css';

applyTheme(rememberedTheme());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with the id root');
const root = createRoot(place);
SITE.then(
  (site) => {
    retireOldSession(site.clob);
    root.render(
      <StrictMode>
        <App site={site} />
      </StrictMode>,
    );
  },
  (fault: unknown) => root.render(<StartFault fault={fault} />),
);
