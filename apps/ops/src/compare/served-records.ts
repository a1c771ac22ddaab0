import { messageOf } from '@foretell/platform-server/message-of';
import { CommandRefused } from '../failure';

type Fields = Readonly<Record<string, unknown>>;

/** A record in both response formats; null where the catalog does not have it. */
export interface Served {
  readonly interface: Fields;
  readonly public: Fields;
}

/** Reads records of a catalog by id, in both response formats at once. */
export class ServedRecords {
  constructor(private readonly url: string) {}

  async read(kind: 'markets' | 'events' | 'series' | 'tags', id: string): Promise<Served | null> {
    const path = `${kind}/${encodeURIComponent(id)}`;
    const [plain, full] = await Promise.all([this.get(path), this.get(`public/${path}`)]);
    return plain === null || full === null ? null : { interface: plain, public: full };
  }

  private async get(path: string): Promise<Fields | null> {
    const response = await fetch(`${this.url}/${path}`).catch((error: unknown) => {
      throw new CommandRefused(`the catalog at ${this.url} does not respond: ${messageOf(error)}`);
    });
    if (response.status === 404 || response.status === 400) return null;
    if (!response.ok) throw new CommandRefused(`${this.url}/${path} returned ${response.status}`);
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : null;
  }
}
