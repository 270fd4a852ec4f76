import { Module } from '@nestjs/common';
import { ListLines } from './list-lines.js';
import { ReportsController } from './reports.controller.js';
import { ShowDay } from './show-day.js';

@Module({ controllers: [ReportsController], providers: [ShowDay, ListLines] })
export class ReportsModule {}
