import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller';
import { ActivityQuery } from './activity.query';
import { WalletPages } from './wallet-pages';

@Module({ controllers: [ActivityController], providers: [ActivityQuery, WalletPages], exports: [WalletPages] })
export class ActivityModule {}
