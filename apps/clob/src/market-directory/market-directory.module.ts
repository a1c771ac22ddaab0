import { Module } from '@nestjs/common';
import { MarketDirectory } from './market-directory';

/** State module: every order-book market as of the last commit. */
@Module({ providers: [MarketDirectory], exports: [MarketDirectory] })
export class MarketDirectoryModule {}
