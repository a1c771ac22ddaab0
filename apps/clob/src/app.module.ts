import { Module, type DynamicModule } from '@nestjs/common';
import type { ServerSeams } from '@foretell/platform-server';
import type { ClobConfig } from './clob.config';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { BooksModule } from './books/books.module';
import { FundsModule } from './funds/funds.module';
import { HeartbeatsModule } from './heartbeats/heartbeats.module';
import { HistoryModule } from './history/history.module';
import { MarketsModule } from './markets/markets.module';
import { MeasuresModule } from './measures/measures.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OpsModule } from './ops/ops.module';
import { OrdersModule } from './orders/orders.module';
import { PlatformModule } from './platform.module';
import { RfqModule } from './rfq/rfq.module';
import { RewardsModule } from './rewards/rewards.module';
import { GeoblockModule } from './geoblock/geoblock.module';
import { StatusModule } from './status/status.module';
import { StreamsModule } from './streams/streams.module';
import { TradesModule } from './trades/trades.module';

/** The trading service and its modules. Each port is bound to its adapter in the module that owns it. */
@Module({})
export class AppModule {
  static forRoot(config: ClobConfig, seams: ServerSeams = {}): DynamicModule {
    const imports = [
      PlatformModule.forRoot(config, seams),
      GeoblockModule,
      StatusModule,
      OrdersModule,
      RfqModule,
      TradesModule,
      BooksModule,
      HistoryModule,
      MarketsModule,
      ApiKeysModule,
      FundsModule,
      HeartbeatsModule,
      MeasuresModule,
      NotificationsModule,
      RewardsModule,
      StreamsModule,
      OpsModule,
    ];
    return { module: AppModule, imports };
  }
}
