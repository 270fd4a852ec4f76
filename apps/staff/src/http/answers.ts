import { Header } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** For handlers that answer with a page. */
export const HtmlPage = (): MethodDecorator => Header('content-type', 'text/html; charset=utf-8');

/** For handlers that answer with rows as a file. */
export const CsvFile = (): MethodDecorator =>
  Header('content-type', 'text/csv; charset=utf-8; header=present');

/** How many rows such a file has at most. */
export const exportedMax = 10_000;

/** The name under which a browser saves the answer. */
export function nameFile(reply: FastifyReply, name: string): void {
  void reply.header('content-disposition', `attachment; filename="${name}"`);
}
