import { refuse } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How the application ends. It begins to stop: new requests are told to come again, every answer closes its connection,
 * and `/readyz` says so, while what was accepted before is finished. What is not finished in time is cancelled.
 */
export interface Stopping {
  readonly hasBegun: boolean;
  /** Whether what still runs has been cancelled. */
  readonly hasGivenUp: boolean;
  begin(): void;
  /**
   * Settles when every accepted request is answered; what is not within `timeoutMs` is cancelled, and given `graceMs`
   * to say so.
   */
  drain(limits: { timeoutMs: number; graceMs: number }): Promise<void>;
  /** Has a call cancelled where it is not finished in time. @returns what takes it back, once the call is over */
  cancelWith(controller: AbortController): () => void;
  /** Has an application take part. */
  install(app: FastifyInstance): void;
}

/** Health checks are answered to the end. */
const HEALTH_PATHS = /^\/(healthz|readyz|metrics)(\?|$)/;
const REASON = 'The server stops; ask again once it has started';

/** The refusal of whatever comes or is cancelled while the server stops. */
export const refuseStopping = () => refuse('unavailable', { reason: REASON });

/** Makes the end of one application, which has not begun. */
export function createStopping(): Stopping {
  let hasBegun = false;
  let hasGivenUp = false;
  const open = new Set<string>();
  const calls = new Set<AbortController>();
  let onIdle = () => {};

  const begin = () => {
    hasBegun = true;
  };
  const isIdleWithin = async (timeoutMs: number): Promise<boolean> => {
    if (open.size === 0) return true;
    const timeout = new AbortController();
    const idle = new Promise<true>((resolve) => (onIdle = () => resolve(true)));
    const isIdle = await Promise.race([
      idle,
      pause(timeoutMs, false, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
    return isIdle;
  };

  return {
    get hasBegun() {
      return hasBegun;
    },
    get hasGivenUp() {
      return hasGivenUp;
    },
    begin,
    async drain({ timeoutMs, graceMs }) {
      begin();
      if (await isIdleWithin(timeoutMs)) return;
      hasGivenUp = true;
      for (const call of calls) call.abort(refuseStopping());
      await isIdleWithin(graceMs);
    },
    cancelWith(controller) {
      if (hasGivenUp) controller.abort(refuseStopping());
      calls.add(controller);
      return () => void calls.delete(controller);
    },
    install(app) {
      app.addHook('preClose', async () => begin());
      app.addHook('onRequest', (request, reply, done) => {
        open.add(request.id);
        reply.raw.once('close', () => {
          open.delete(request.id);
          if (open.size === 0) onIdle();
        });
        done(hasBegun && !HEALTH_PATHS.test(request.url) ? refuseStopping() : undefined);
      });
      app.addHook('onSend', (_request, reply, _payload, done) => {
        if (hasBegun) reply.header('connection', 'close');
        done();
      });
    },
  };
}
