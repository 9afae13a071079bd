import { parametersIn, type PathParameterName } from './parameters.ts';

/** Records that a path names by its last parameter. */
const recordsOfPaths = {
  folder: 'folderId',
  workbook: 'workbookId',
  report: 'reportId',
  folderAccess: 'folderId',
  workbookAccess: 'workbookId',
  reportAccess: 'reportId',
  user: 'userId',
  group: 'groupId',
  role: 'roleId',
  userAttribute: 'userAttributeId',
  scimUser: 'scimUserId',
  scimGroup: 'scimGroupId',
} as const satisfies Record<string, PathParameterName>;

/**
 * Records that are read and changed by operations of their own, each with the path parameter that names it; null for
 * one of the account. An operation about one of them answers its entity tag, and one that changes it takes `If-Match`.
 */
export const taggedRecords = {
  ...recordsOfPaths,
  deploymentSettings: 'deploymentId',
  tenantSettings: null,
  appConfig: null,
} as const satisfies Record<string, PathParameterName | null>;

export type TaggedRecord = keyof typeof taggedRecords;

const recordsByParameter = new Map<string | undefined, TaggedRecord>(
  // The first of a parameter is the record itself, and the last that is put into a map stays.
  (Object.entries(recordsOfPaths) as [TaggedRecord, PathParameterName][])
    .map(([record, parameter]): [string, TaggedRecord] => [parameter, record])
    .reverse(),
);

/** The record that an operation is about by its path alone: the one that the last part of the path names. */
export function recordOfPath(method: string, path: string): TaggedRecord | undefined {
  if (method === 'POST' || !path.endsWith('}')) return undefined;
  return recordsByParameter.get(parametersIn(path).at(-1));
}
