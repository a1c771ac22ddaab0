import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller';
import { ActivityQuery } from './activity.query';

@Module({ controllers: [ActivityController], providers: [ActivityQuery] })
export class ActivityModule {}
