import { useState, type FormEvent, type ReactNode } from 'react';
import { PageTitle } from '../components/page-title';
import { useSite } from '../config/site-context';
import { ServicePanel } from './service-panel';
import './operator.css';

/** The site's state, for its operator. The key stays in memory while the page is displayed and is stored nowhere. */
export function OperatorPage(): ReactNode {
  const site = useSite();
  const [key, setKey] = useState<string | null>(null);
  return (
    <div className="stack">
      <PageTitle>Operator</PageTitle>
      {key === null ? (
        <KeyForm onKey={setKey} />
      ) : (
        <>
          <button type="button" className="button operator-close" onClick={() => setKey(null)}>
            Forget the key
          </button>
          <div className="operator-services">
            <ServicePanel title="Trading" address={site.clob} operatorKey={key} />
            <ServicePanel title="Catalog" address={site.gamma} operatorKey={key} />
            <ServicePanel title="Data" address={site.data} operatorKey={key} />
          </div>
        </>
      )}
    </div>
  );
}

function KeyForm({ onKey }: { readonly onKey: (key: string) => void }): ReactNode {
  const [text, setText] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') onKey(text.trim());
  };
  return (
    <form className="panel operator-form" onSubmit={open}>
      <label htmlFor="operator-key">Operator’s key</label>
      <div className="operator-entry wrap-row">
        <input
          id="operator-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-describedby="operator-key-note"
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button button-main">
          Open
        </button>
      </div>
      <p id="operator-key-note" className="note-advice">
        It opens health, lags, refusals and limits of the three services, and changes nothing. It is sent to them only and
        forgotten when you leave. <code>npm start</code> keeps one in <code>.foretell/secrets.json</code>.
      </p>
    </form>
  );
}
