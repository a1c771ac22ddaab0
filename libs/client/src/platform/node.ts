import { nativeRequestMac, nativeSha1 } from './node-digests';
import { HttpCaller } from './node-http-caller';
import { openNodeSocket } from './node-socket';
import type { Platform } from './platform';

export const NODE: Platform = {
  connect: (url) => new HttpCaller(url),
  sha1: nativeSha1,
  requestMac: nativeRequestMac,
  openSocket: openNodeSocket,
};
