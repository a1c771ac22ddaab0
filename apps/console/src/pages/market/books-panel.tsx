import type { TokenRecord } from '@foretell/contracts';
import { useMemo, type ReactNode } from 'react';
import { BookLadder } from '../../books/book-ladder';
import type { WatchedBooks } from '../../books/book-watch';
import { ErrorNote } from '../../components/error-note';
import { Panel } from '../../components/panel';
import { isOld } from '../../live/connection';

interface BooksPanelProps {
  readonly tokens: readonly TokenRecord[];
  readonly watched: WatchedBooks;
  /** Prices of the reader's own orders by token. */
  readonly own: ReadonlyMap<string, ReadonlySet<string>>;
  readonly onPrice: (tokenId: string, price: string) => void;
}

/** The live books of both outcomes, side by side if the screen is wide enough. */
export function BooksPanel({ tokens, watched, own, onPrice }: BooksPanelProps): ReactNode {
  const { books, connection, error } = watched;
  return (
    <Panel title="Books">
      {error !== null && <ErrorNote what="The live book" error={error} />}
      <div className={`ladders${isOld(connection, books) ? ' is-stale' : ''}`}>
        {tokens.map(({ token_id: tokenId, outcome }) => (
          <Ladder
            key={tokenId}
            tokenId={tokenId}
            label={outcome}
            book={books.get(tokenId)}
            own={own.get(tokenId)}
            onPrice={onPrice}
          />
        ))}
      </div>
    </Panel>
  );
}

interface LadderProps extends Pick<BooksPanelProps, 'onPrice'> {
  readonly tokenId: string;
  readonly label: string;
  readonly book: ReturnType<WatchedBooks['books']['get']>;
  readonly own: ReadonlySet<string> | undefined;
}

function Ladder({ tokenId, label, book, own, onPrice }: LadderProps): ReactNode {
  const take = useMemo(() => (price: string) => onPrice(tokenId, price), [tokenId, onPrice]);
  return <BookLadder label={label} book={book} own={own} onPrice={take} />;
}
