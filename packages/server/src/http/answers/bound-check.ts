import { partsBeyondBounds } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';

/**
 * Told of a part of an answer with more bytes than the contract declares of it; `path` is where it is, as in
 * `items[3].value`.
 */
export type BeyondBound = (operationId: string, path: string) => void;

/**
 * Has every answer looked at that comes at once: whether the parts that the contract declares the bytes of take no
 * more. For tests, which hold what the server stores to what the contract says.
 */
export function installBoundCheck(app: FastifyInstance, tell: BeyondBound): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { id, operation } = request.routeOptions.config?.operation ?? {};
    const answer = operation?.answers[reply.statusCode];
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    if (id !== undefined && answer?.body === 'value' && isWhole && payload.length > 0) {
      const value: unknown = JSON.parse(
        typeof payload === 'string' ? payload : Buffer.from(payload).toString(),
      );
      for (const path of partsBeyondBounds(answer.schema, value)) tell(id, path);
    }
    return payload;
  });
}
