import { refuse, type EnvironmentTokenScope, type queryOperations } from '@oriel/contract';
import type { CallContext, Handlers } from '../http/handler.ts';

type QueryOperationId = keyof typeof queryOperations;

/** The scope that a token needs for each operation; null for those that every token may call. */
const scopes: Readonly<Record<QueryOperationId, EnvironmentTokenScope | null>> = {
  load: 'data',
  loadByAddress: 'data',
  loadBatch: 'data',
  dryRun: 'data',
  dryRunByAddress: 'data',
  compileSql: 'sql',
  compileSqlByAddress: 'sql',
  meta: 'meta',
  checkSources: null,
};

/** The same handlers, each for those alone who may ask for what it gives. */
export function withinScopes(handlers: Handlers<typeof queryOperations>): Handlers<typeof queryOperations> {
  const entries = Object.entries(handlers).map(([id, handle]) => {
    // The keys are those of the table, and each handler takes the call of its own operation.
    const [operation, answer] = [id as QueryOperationId, handle as (call: CallContext) => unknown];
    return [
      operation,
      (call: CallContext) => {
        checkScope(call, scopes[operation]);
        return answer(call);
      },
    ];
  });
  // Nothing but the check has been added.
  return Object.fromEntries(entries) as Handlers<typeof queryOperations>;
}

/** @throws `forbidden` for a token without the scope */
function checkScope({ principal }: CallContext, scope: EnvironmentTokenScope | null): void {
  if (principal.kind !== 'data' || scope === null) return;
  const { scopes: given } = principal.claims;
  if (given && !given.includes(scope))
    throw refuse('forbidden', { reason: `The token has no scope ${scope}` });
}
