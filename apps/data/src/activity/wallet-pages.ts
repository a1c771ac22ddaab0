import { holdNewest, SharedWork, type Encoded } from '@foretell/platform-server';
import { Injectable } from '@nestjs/common';
import { PageCache } from '../database/page-cache';
import { ActivityQuery } from './activity.query';

/** A page of 100 rows has about 70 kB. */
const BYTES_MAX = 32_000_000;
const ASKED_MAX = 20_000;
/** A list of many markets is not worth its key. */
const KEY_LENGTH_MAX = 500;

/**
 * Caches pages of wallets' activity as bytes, by ACTIVITY_VERSION, whose query is much cheaper than a page. A page is cached from
 * its second request on: a first request would pay for the version without a gain, and a client that reads every wallet once
 * evicts nothing.
 */
@Injectable()
export class WalletPages {
  private readonly pages = new PageCache<unknown>({ bytesMax: BYTES_MAX });
  private readonly asked = new Map<string, true>();
  /** Versions being read, by wallet: requests for a popular wallet share one query. */
  private readonly versions = new SharedWork<string>();

  constructor(private readonly activity: ActivityQuery) {}

  /**
   * @param wallet null for a list of all wallets, which is not cached
   * @param list the list's name with all its parameters
   */
  async of<T>(wallet: string | null, list: string, make: () => Promise<T>): Promise<T | Encoded<T>> {
    const key = `${wallet} ${list}`;
    if (wallet === null || key.length > KEY_LENGTH_MAX) return make();
    if (!this.asked.has(key)) {
      holdNewest(this.asked, key, true, ASKED_MAX);
      return make();
    }
    const version = await this.versions.of(wallet, () => this.activity.versionOf(wallet));
    return (await this.pages.of(key, version, make)) as Encoded<T>;
  }
}
