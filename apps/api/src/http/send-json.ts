import type { FastifyReply } from 'fastify';
import { writeJson } from '#domain/write-json';

/** Answers 200 with a body in which numbers of the merchant's own metadata stay as written. */
export function sendJson(reply: FastifyReply, body: unknown): void {
  void reply.code(200).header('content-type', 'application/json; charset=utf-8').send(writeJson(body));
}

/** Answers 200 with an empty body. */
export function sendNothing(reply: FastifyReply): void {
  void reply.code(200).send();
}
