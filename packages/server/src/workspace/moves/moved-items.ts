import type { Workbook, WorkspaceItemRefInput } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { createItemStore } from '../item-store.ts';
import { toWorkbooks } from '../serialize-items.ts';
import type { Db } from '../../db/database.ts';
import type { MoveRequest } from './move-store.ts';

/** Reads items that have been moved, in the order given; what has been removed since is left out. */
export type ReadMoved = (items: readonly WorkspaceItemRefInput[]) => Promise<Workbook[]>;

/**
 * Makes the reader of what a request has moved. The moves are on disk by then, so no failure to read may deny them: an item
 * that cannot be read is answered by what the request knows of it, with the rest as `damaged`, and the log has the cause.
 */
export function createMovedReader(db: Db, request: MoveRequest, log: FastifyBaseLogger): ReadMoved {
  const read: ReadMoved = async (items) =>
    toWorkbooks(db, request, await createItemStore(db).list(request, items));
  return async (items) => {
    try {
      return await read(items);
    } catch {
      // One of them, or the database. Each by itself says which.
      const each = items.map((item) =>
        read([item]).catch((error: unknown) => {
          log.error({ err: error, item }, 'An item that was moved cannot be read');
          return [unreadable(item, request)];
        }),
      );
      return (await Promise.all(each)).flat();
    }
  };
}

const UNKNOWN_TIME = new Date(0).toISOString();
const unreadFields = ['name', 'meta', 'calculatedFields', 'createdAt', 'updatedAt'];

function unreadable(item: WorkspaceItemRefInput, { deploymentId, folderId }: MoveRequest): Workbook {
  return {
    ...item,
    deploymentId,
    folderId,
    name: '',
    meta: {},
    calculatedFields: {},
    createdAt: UNKNOWN_TIME,
    updatedAt: UNKNOWN_TIME,
    damaged: unreadFields.map((path) => ({ path, message: 'could not be read' })),
  };
}
