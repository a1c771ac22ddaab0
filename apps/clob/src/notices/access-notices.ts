import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeFeed } from '@foretell/platform-prisma';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';

/** Notifies the in-memory copies of API keys, bans, wallet links and pinned rewards of changes made by any process. */
@Injectable()
export class AccessNotices extends ChangeFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(CLOB_CONFIG) { databaseUrl }: ClobConfig) {
    const logger = new Logger(AccessNotices.name);
    super({
      url: databaseUrl,
      applicationName: 'foretell-clob-notices',
      channel: 'clob_access',
      onLost: (cause) =>
        logger.warn({
          msg: 'notifications of changed keys, bans, links and rewards do not arrive: polling the tables',
          err: cause,
        }),
      onUnreadable: (cause) =>
        logger.error({ msg: 'a notification of a change is malformed: another client may have sent it', err: cause }),
    });
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
