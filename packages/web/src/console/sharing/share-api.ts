import type {
  AccessSubject,
  ItemAccess,
  ItemAccessEntry,
  ItemGrantInput,
  WorkspaceItemType,
} from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

/** An item that is shared. */
export interface SharedItem {
  readonly deploymentId: number;
  readonly type: WorkspaceItemType;
  readonly id: number;
  readonly name: string;
}

type Requests = Record<
  WorkspaceItemType,
  {
    get(deploymentId: number, id: number): Promise<ItemAccess>;
    put(deploymentId: number, id: number, entries: ItemGrantInput[]): Promise<ItemAccess>;
  }
>;

const requests: Requests = {
  FOLDER: {
    get: (deploymentId, folderId) => client.call('getFolderAccess', { params: { deploymentId, folderId } }),
    put: (deploymentId, folderId, entries) =>
      client.call('updateFolderAccess', { params: { deploymentId, folderId }, body: { entries } }),
  },
  WORKBOOK: {
    get: (deploymentId, workbookId) =>
      client.call('getWorkbookAccess', { params: { deploymentId, workbookId } }),
    put: (deploymentId, workbookId, entries) =>
      client.call('updateWorkbookAccess', { params: { deploymentId, workbookId }, body: { entries } }),
  },
  REPORT: {
    get: (deploymentId, reportId) => client.call('getReportAccess', { params: { deploymentId, reportId } }),
    put: (deploymentId, reportId, entries) =>
      client.call('updateReportAccess', { params: { deploymentId, reportId }, body: { entries } }),
  },
};

const keyOf = ({ deploymentId, type, id }: SharedItem) => ['access', deploymentId, type, id] as const;

/** Who reaches an item. */
export function useItemAccess(item: SharedItem) {
  return useQuery({
    queryKey: keyOf(item),
    queryFn: () => requests[item.type].get(item.deploymentId, item.id),
    // A decision rests on what holds now.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Gives exactly this on an item. */
export function useShare(item: SharedItem) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entries: readonly ItemAccessEntry[]) =>
      requests[item.type].put(item.deploymentId, item.id, entries.map(toGrant)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspace', item.deploymentId] }),
  });
}

/** Users, groups and embed tenants with a text in their name. */
export function useSubjects(deploymentId: number, search: string) {
  return useQuery({
    queryKey: ['access-subjects', deploymentId, search],
    queryFn: () => client.call('findAccessSubjects', { params: { deploymentId }, query: { search } }),
    enabled: search !== '',
  });
}

function toGrant({ subjectType, subjectId, embedTenantName, level }: ItemAccessEntry): ItemGrantInput {
  return {
    subjectType,
    level,
    ...(subjectId != null && { subjectId }),
    ...(embedTenantName != null && { embedTenantName }),
  };
}

/** Tells subjects apart. */
export function subjectKey({ subjectType, subjectId, embedTenantName }: AccessSubject): string {
  return `${subjectType} ${subjectId ?? embedTenantName ?? ''}`;
}

/** What a subject may be given, the least first. */
export function levelsFor({ subjectType }: AccessSubject): readonly ItemAccessEntry['level'][] {
  switch (subjectType) {
    case 'EMBED_TENANT':
    case 'ALL_EMBED_USERS':
      return ['read'];
    case 'EMBED_USER':
    case 'EMBED_GROUP':
      return ['read', 'edit'];
    case 'USER':
    case 'GROUP':
    case 'ORGANIZATION':
      return ['read', 'edit', 'manage'];
  }
}
