import { Module } from '@nestjs/common';
import { BuildersController } from './builders.controller';
import { BuildersQuery } from './builders.query';

@Module({ controllers: [BuildersController], providers: [BuildersQuery], exports: [BuildersQuery] })
export class BuildersModule {}
