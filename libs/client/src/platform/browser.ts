import { scriptRequestMac, scriptSha1 } from './browser-digests';
import { FetchCaller } from './browser-fetch';
import { openBrowserSocket } from './browser-socket';
import type { Platform } from './platform';

export const BROWSER: Platform = {
  connect: (url) => new FetchCaller(url),
  sha1: scriptSha1,
  requestMac: scriptRequestMac,
  openSocket: openBrowserSocket,
};
