import { Secret } from './secret';

/**
 * The master keys from which credentials are derived, by version: the newest for new keys, and earlier ones as long as their keys
 * must remain valid.
 */
export class MasterKeys {
  private readonly byVersion: ReadonlyMap<number, Secret<Buffer>>;

  constructor(
    readonly newestVersion: number,
    readonly newest: Secret<Buffer>,
    older: ReadonlyMap<number, Secret<Buffer>> = new Map(),
  ) {
    this.byVersion = new Map([...older, [newestVersion, newest]]);
  }

  /** Undefined when keys of that version are no longer valid. */
  of(version: number): Secret<Buffer> | undefined {
    return this.byVersion.get(version);
  }

  /** Parses `1:hex,2:hex`; any other form was refused before. */
  static older(text: string): ReadonlyMap<number, Secret<Buffer>> {
    const entries = text === '' ? [] : text.split(',').map((entry) => entry.split(':'));
    return new Map(entries.map(([version, hex = '']) => [Number(version), new Secret(Buffer.from(hex, 'hex'))]));
  }
}
