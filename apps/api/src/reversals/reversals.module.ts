import { Module } from '@nestjs/common';
import { ListReversals } from './list-reversals.js';
import { ReversalsController } from './reversals.controller.js';

@Module({ controllers: [ReversalsController], providers: [ListReversals] })
export class ReversalsModule {}
