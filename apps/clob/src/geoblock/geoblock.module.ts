import { Module } from '@nestjs/common';
import { Geoblock } from './geoblock';
import { GeoblockController } from './geoblock.controller';

@Module({ controllers: [GeoblockController], providers: [Geoblock], exports: [Geoblock] })
export class GeoblockModule {}
