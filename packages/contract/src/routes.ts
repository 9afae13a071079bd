import type { Method } from './operation.ts';
import { operations, type OperationId } from './operations.ts';

/** Where an operation is. */
export interface Route {
  readonly method: Method;
  /** Path parameters stand in braces. */
  readonly path: string;
}

/**
 * Where each operation is: plain data, which is all that a client needs of the operations. The build of the web puts
 * the data in the place of this module, so that a browser carries no schemas.
 */
export const routes = Object.fromEntries(
  Object.entries(operations).map(([id, { method, path }]) => [id, { method, path }]),
) as Record<OperationId, Route>;

/** The groups of operations, as the reference and the narrowing of keys name them; data in the same way. */
export const operationTags: readonly string[] = [
  ...new Set(Object.values(operations).map(({ tag }) => tag)),
].sort();

export type { OperationId };
