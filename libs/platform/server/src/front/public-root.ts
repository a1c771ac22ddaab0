import type { NestExpressApplication } from '@nestjs/platform-express';
import { beforeRoutes } from './before-routes';
import { retarget } from './request-target';

/** Paths that are the same in every response format: they concern the process, not its data. */
const OF_THE_PROCESS = /^\/(?:public|operator|healthz|readyz|metrics|docs)(?:[/?]|$)/;

/** Gives the root the public response format, which otherwise begins at /public. `home` is the path of `/` in that format. */
export function servePublicFormatAtRoot(app: NestExpressApplication, home: `/public${string}`): void {
  beforeRoutes(app, (request) => {
    const { url = '/' } = request;
    if (!OF_THE_PROCESS.test(url)) retarget(request, url === '/' ? home : `/public${url}`);
    return false;
  });
}
