import { Module } from '@nestjs/common';
import { ProfitHistory } from './profit-history';
import { ProfitQuery } from './profit.query';

@Module({ providers: [ProfitHistory, ProfitQuery], exports: [ProfitHistory] })
export class ProfitModule {}
