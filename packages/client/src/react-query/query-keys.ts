import type { OperationId } from '@oriel/contract/routes';
import type { CallInput } from '../client.ts';

/** The first part of every key: what is asked of the API, beside other keys of the same cache. */
export const keyPrefix = 'oriel';

/** What a read takes; the query cache gives the signal. */
export type ReadInput<Id extends OperationId> = Omit<CallInput<Id>, 'signal' | 'idempotencyKey' | 'body'>;

interface UntypedInput {
  params?: object | undefined;
  query?: object | undefined;
}

/** The key of a read: `[prefix, operation, parameters]`, where each part more narrows what it stands for. */
export function queryKey(id: OperationId, { params, query }: UntypedInput) {
  return [keyPrefix, id, { ...params }, { ...query }] as const;
}

/** The key of a list by pages, which is another one than that of the read of one page: their data differ. */
export function pagesKey(id: OperationId, input: UntypedInput) {
  return [...queryKey(id, input), 'pages'] as const;
}

/** Whether a key is of a deployment or of the account; every key is where no deployment is given. */
export function readsDeployment(key: readonly unknown[], deploymentId: number | undefined): boolean {
  // The third part of a key of ours is the parameters of its path.
  const of = (key[2] as { deploymentId?: number } | undefined)?.deploymentId;
  return deploymentId === undefined || of === undefined || of === deploymentId;
}
