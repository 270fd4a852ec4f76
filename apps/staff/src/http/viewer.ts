import {
  createParamDecorator,
  ForbiddenException,
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isPlainName } from '#domain/configuration/operators';
import { SIGN_ON, type SignOn } from '../resources/resources.module.js';

const viewers = new WeakMap<FastifyRequest, string>();

/** Answers 403 unless the sign-on has named the viewer. For controllers whose pages show anything. */
@Injectable()
export class SignedOn implements CanActivate {
  constructor(@Inject(SIGN_ON) private readonly signOn: SignOn) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const viewer = this.viewerOf(request.raw.rawHeaders);
    if (viewer === undefined) throw new ForbiddenException();
    viewers.set(request, viewer);
    return true;
  }

  /** Named twice, somebody has put a name beside that of the proxy: as a header of its own, or behind a comma in one. */
  private viewerOf(headers: readonly string[]): string | undefined {
    const wanted = this.signOn.header.toLowerCase();
    const named = headers.filter(
      (_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted,
    );
    if (named.length === 0) return this.signOn.fallback;
    const name =
      named.length === 1
        ? Buffer.from(named[0] ?? '', 'latin1')
            .toString('utf8')
            .trim()
        : '';
    return isPlainName(name) ? name : undefined;
  }
}

/** Who is signed on; undefined: no one. */
export function viewerOf(request: FastifyRequest): string | undefined {
  return viewers.get(request);
}

/** Who looks, on a controller that is `@UseGuards(SignedOn)`. */
export const Viewer = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const viewer = viewerOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (viewer === undefined) throw new Error('this controller is not guarded');
  return viewer;
});
