import { GatewayError } from '#domain/errors/gateway-error';

/** Maximum number of a project's calls that wait for a status at a time (contract §7). */
const waitingMax = 50;
/** Shares of all connections: calls that wait for a status, and calls that wait for a workflow or a provider. */
const waitingShare = 1 / 4;
const underWayShare = 13 / 20;
/** Share of all connections that one project has for the latter. */
const projectShare = 1 / 2;

/** Ends the holding of a connection. */
export type Release = () => void;

/**
 * Limits the calls that hold their connection for long, per project and in total, so that some connections stay free. A call
 * beyond a limit is answered at once.
 */
export class HeldCalls {
  private readonly waiting: Slots;
  private readonly underWay: Slots;

  /** `connectionsMax`: maximum number of open connections of this process. */
  constructor(connectionsMax: number) {
    const share = (part: number) => Math.max(1, Math.floor(connectionsMax * part));
    this.waiting = new Slots(Math.min(waitingMax, share(waitingShare)), share(waitingShare));
    this.underWay = new Slots(share(projectShare), share(underWayShare));
  }

  /** For a call that waits for a status. Undefined: it may not wait. */
  wait(project: string): Release | undefined {
    return this.waiting.take(project);
  }

  /** For a call that waits for a workflow or a provider. Undefined: it may not wait. */
  join(project: string): Release | undefined {
    return this.underWay.take(project);
  }

  /** Like `join`, for a call that has changed nothing yet: throws `unavailable` if it may not wait. */
  begin(project: string, reference: string): Release {
    const release = this.underWay.take(project);
    if (release) return release;
    const description = 'Too many calls are under way; this one has changed nothing, try again';
    throw new GatewayError('unavailable', { reference, description });
  }
}

class Slots {
  private readonly byProject = new Map<string, number>();
  private taken = 0;

  constructor(
    private readonly ofProjectMax: number,
    private readonly inAllMax: number,
  ) {}

  take(project: string): Release | undefined {
    const own = this.byProject.get(project) ?? 0;
    if (own >= this.ofProjectMax || this.taken >= this.inAllMax) return undefined;
    this.change(project, 1);
    return () => this.change(project, -1);
  }

  private change(project: string, by: 1 | -1): void {
    const own = (this.byProject.get(project) ?? 0) + by;
    if (own > 0) this.byProject.set(project, own);
    else this.byProject.delete(project);
    this.taken += by;
  }
}
