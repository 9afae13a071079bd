import { refuse, type Refusal } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import { conditionOf } from '../access/principal.ts';
import { checkRecord, type RecordCondition } from '../access/record-tag.ts';
import { resourceKinds, type ResourceType } from '../access/resource-kinds.ts';
import { accessorOf, seesAll } from '../access/subjects.ts';
import type { Db } from '../db/database.ts';
import { createItemStore } from './items/item-store.ts';
import type { RowsOfKinds, WithAccess } from './items/workspace-rows.ts';
import type { ViewScope, WorkspaceLevel } from './workspace-scope.ts';

/**
 * Finds single items for a caller. What the caller cannot see at all is not there (404); what it can see but may not
 * handle is refused (403). A folder that is shown for navigation only is seen, with level 0. The item that a request
 * changes is compared with what the request expects (412).
 */
export interface WorkspaceAccess {
  /** The content of a folder that the caller sees, or of the root for null. */
  getLevel(folderId: number | null): Promise<WorkspaceLevel>;
  /** An item on which the caller has at least a level. @throws `…_not_found`, `forbidden` */
  get<T extends ResourceType>(type: T, id: number, least: AccessLevel): Promise<WithAccess<RowsOfKinds[T]>>;
}

const verbs: Record<AccessLevel, string> = { 0: 'see', 1: 'read', 2: 'edit', 3: 'manage' };

/** The access of the scope's caller to the items of its deployment. */
export function createWorkspaceAccess(db: Db, { actor, deploymentId }: ViewScope): WorkspaceAccess {
  const scope = { actor, deploymentId };
  const store = createItemStore(db);
  const get: WorkspaceAccess['get'] = async (type, id, least) => {
    const row = await store.find(scope, type, id);
    if (row && row.level !== accessLevels.none) {
      if (row.level < least) throw forbidden(type, id, least);
      const condition = 'kind' in actor ? conditionOf(actor) : undefined;
      if (least > accessLevels.read && condition && isAbout(condition, type, id))
        await checkRecord(db, condition);
      return row;
    }
    const isNavigation = row && type === 'FOLDER' && (await store.findNavigationFolders(scope, [id])).has(id);
    if (!isNavigation) throw notFound(type, id);
    if (least > accessLevels.read) throw forbidden(type, id, least);
    return row;
  };
  return {
    get,
    async getLevel(folderId) {
      if (folderId === null) return { ...scope, folderId, isSeen: seesAll(accessorOf(actor)) };
      const { level } = await get('FOLDER', folderId, accessLevels.read);
      return { ...scope, folderId, isSeen: level > accessLevels.none };
    },
  };
}

/** Whether a condition is about an item, or about what is given on it. */
function isAbout({ record }: RecordCondition, type: ResourceType, id: number): boolean {
  const { name } = resourceKinds[type];
  return record.id === id && (record.name === name || record.name === `${name}Access`);
}

/** The refusal of an item that is not there for the caller, or not any more. */
export function notFound(type: ResourceType, id: number): Refusal {
  return refuse(`${resourceKinds[type].name}_not_found`, { id });
}

function forbidden(type: ResourceType, id: number, least: AccessLevel): Refusal {
  return refuse('forbidden', { reason: `You may not ${verbs[least]} the ${resourceKinds[type].name} ${id}` });
}
