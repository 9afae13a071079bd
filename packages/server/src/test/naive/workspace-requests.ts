import type { Entry, Operation } from './naive-rules.ts';
import type { ItemType, Ref } from './naive-workspace.ts';
import type { TestCall } from '../test-app.ts';
import type { Callers } from './workspace-callers.ts';

/** A request to the workspace of a deployment. */
export type WorkspaceRequest = Pick<TestCall, 'method' | 'path' | 'body'>;

const addresses: Readonly<Record<ItemType, string>> = {
  FOLDER: '/folders',
  WORKBOOK: '/workbooks',
  REPORT: '/reports',
};
const levels = { 0: 'none', 1: 'read', 2: 'edit', 3: 'manage' } as const;

/** The address of an item. */
export const addressOf = ({ type, id }: Ref): string => `${addresses[type]}/${id}`;

/** The dry run of an operation: that of a single one is the one of many with this item alone. */
export function tryRequestOf(operation: Operation): WorkspaceRequest | undefined {
  switch (operation.kind) {
    case 'move':
    case 'bulk move': {
      const items = operation.kind === 'move' ? [operation.item] : operation.items;
      const body = { items: items.map(refOf), folderId: operation.folderId, dryRun: true };
      return { method: 'POST', path: '/workspace/bulk-move', body };
    }
    case 'delete':
    case 'bulk delete': {
      const items = operation.kind === 'delete' ? [operation.item] : operation.items;
      return {
        method: 'POST',
        path: '/workspace/bulk-delete',
        body: { items: items.map(refOf), dryRun: true },
      };
    }
    default:
      return undefined;
  }
}

/**
 * The request of an operation.
 *
 * @param tabs the reports that a published dashboard shows
 */
export function requestOf(
  operation: Operation,
  { callers, tabs }: { callers: Callers; tabs: readonly number[] },
): WorkspaceRequest {
  switch (operation.kind) {
    case 'create': {
      const { type, name, folderId, workbookId } = operation;
      const place = type === 'FOLDER' ? { parentId: folderId } : { folderId, workbookId };
      return { method: 'POST', path: addresses[type], body: { name, ...place } };
    }
    case 'change': {
      const { kind: _kind, item, ...body } = operation;
      return { method: 'PUT', path: addressOf(item), body };
    }
    case 'upsert': {
      const { kind: _kind, type, key, ...body } = operation;
      return {
        method: 'PUT',
        path: `${addresses[type]}/by-${type === 'WORKBOOK' ? 'slug' : 'public-id'}/${key}`,
        body,
      };
    }
    case 'move':
      return {
        method: 'POST',
        path: '/workspace/move',
        body: { ...refOf(operation.item), folderId: operation.folderId },
      };
    case 'bulk move':
      return {
        method: 'POST',
        path: '/workspace/bulk-move',
        body: { items: operation.items.map(refOf), folderId: operation.folderId },
      };
    case 'delete':
      return { method: 'DELETE', path: addressOf(operation.item) };
    case 'bulk delete':
      return { method: 'POST', path: '/workspace/bulk-delete', body: { items: operation.items.map(refOf) } };
    case 'restore':
      return { method: 'POST', path: `/workspace/trash/${operation.entryId}/restore` };
    case 'purge':
      return { method: 'DELETE', path: `/workspace/trash/${operation.entryId}` };
    case 'copy':
    case 'copy shared':
      return {
        method: 'POST',
        path: `${addressOf(operation.item)}/duplicate`,
        body: { shared: operation.kind === 'copy shared' },
      };
    case 'publish':
      return {
        method: 'POST',
        path: `${addressOf(operation.item)}/publish`,
        body: { workbookId: operation.item.id, config: { widgets: tabs.map(toChart) } },
      };
    case 'share':
      return {
        method: 'PUT',
        path: `${addressOf(operation.item)}/access`,
        body: { entries: operation.entries.map((entry) => toEntry(entry, callers)) },
      };
  }
}

const refOf = ({ type, id }: Ref): Ref => ({ type, id });

function toChart(reportId: number, index: number) {
  const position = { x: 0, y: index * 4, w: 4, h: 4 };
  return { id: `chart${index}`, type: 'CHART', position, config: { reportId } };
}

function toEntry({ subjectType, subjectId, level }: Entry, { ofUsers, ofViewers }: Callers) {
  const subject = [...ofUsers, ...ofViewers].find(
    (each) => each.entry.subjectType === subjectType && each.subjectId === subjectId,
  );
  return { ...subject?.entry, level: levels[level] };
}
