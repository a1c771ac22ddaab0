import { HttpCaller } from '@foretell/platform-auth';
import { CommandRefused, SurfaceSilent } from '../failure';

export type Fields = Readonly<Record<string, unknown>>;

/** Public reads of one surface, decoded as far as the demo looks. */
export class SurfaceReader {
  private readonly caller: HttpCaller;

  constructor(
    private readonly name: string,
    private readonly url: string,
  ) {
    this.caller = new HttpCaller(url);
  }

  /** The JSON of an answer; undefined for 404. Throws SurfaceSilent when nobody answers, CommandRefused for other statuses. */
  async get(path: string): Promise<unknown> {
    const { status, text } = await this.caller.call({ method: 'GET', path }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SurfaceSilent(
        `the ${this.name} surface does not answer at ${this.url} (${reason}); start the system with: npm start`,
        { cause: error },
      );
    });
    if (status === 404) return undefined;
    if (status !== 200) throw new CommandRefused(`GET ${this.url}${path} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  async list(path: string): Promise<readonly Fields[]> {
    return listOf(await this.get(path));
  }

  close(): void {
    this.caller.close();
  }
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

export function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' ? value : Number(typeof value === 'string' ? value : Number.NaN);
}
