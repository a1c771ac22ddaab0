import { Module } from '@nestjs/common';
import { HoldersController } from './holders.controller';
import { HoldersQuery } from './holders.query';

@Module({ controllers: [HoldersController], providers: [HoldersQuery], exports: [HoldersQuery] })
export class HoldersModule {}
