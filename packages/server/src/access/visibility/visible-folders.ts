import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';

/*
 * The folders that an accessor sees change seldom, and to find them is a large part of a list. So a statement that has found them
 * answers with them and with the version of what they follow from, and the next statements have them as parameters. Each of those
 * compares the version in its own snapshot: where it is another by then, the statement shows nothing and says so.
 */

/** The most folders that are cached for one accessor; of more only the roots are. */
const MOST_FOLDERS = 2000;

/** The folders that an accessor sees in a deployment, as they were at a version. */
export interface VisibleFolders {
  /** As `folder_access_versions` adds up to it. */
  readonly version: string;
  /** Those that do not lie below another of them. */
  readonly rootIds: readonly number[];
  /** The roots and all below; null for more than {@link MOST_FOLDERS}. */
  readonly folderIds: readonly number[] | null;
}

/** {@link VisibleFolders} as the parameters of a statement. */
export interface BoundFolders {
  readonly version: Bindable<string>;
  readonly rootIds: Bindable<readonly number[]>;
  readonly folderIds: Bindable<readonly number[]> | null;
}

/** What a statement says of the folders: what it has found, or else whether what it was given is as it was. */
export type FolderFacts =
  | { readonly foldersVersion: string; readonly rootIds: number[]; readonly folderIds: number[] | null }
  | { readonly areFoldersCurrent: boolean };

/**
 * The common table expressions `roots`, one row with the array `ids`, and `below_roots`, ids, of folders that are
 * given. Both are empty where the folders have changed.
 */
export function givenFolders(
  { version, rootIds, folderIds }: BoundFolders,
  deploymentId: Bindable<number>,
): { roots: RawBuilder<unknown>; belowRoots: RawBuilder<unknown> | undefined } {
  return {
    roots: sql`given as materialized (select ${versionOf(deploymentId)} = (select ${version}::bigint) as is_current),
      roots as materialized (select case when is_current then ${hidden(rootIds, 'integer[]')} else '{}' end as ids from given)`,
    belowRoots:
      folderIds === null
        ? undefined
        : sql`below_roots as materialized (
            select id from given cross join unnest(${hidden(folderIds, 'integer[]')}) as below(id) where is_current)`,
  };
}

/** Selects {@link FolderFacts} as columns, beside those common table expressions or what has found the folders. */
export function selectFolderFacts(
  folders: BoundFolders | undefined,
  deploymentId: Bindable<number>,
): RawBuilder<unknown> {
  if (folders) return sql`, (select is_current from given) as are_folders_current`;
  return sql`, ${versionOf(deploymentId)}::text as folders_version, (select ids from roots) as root_ids,
    (select case when count(*) <= ${sql.lit(MOST_FOLDERS)} then coalesce(array_agg(id), '{}') end
      from (select id from below_roots limit ${sql.lit(MOST_FOLDERS + 1)}) first) as folder_ids`;
}

/** The version of the folders of a deployment, their owners and the grants on them. */
function versionOf(deploymentId: Bindable<number>): RawBuilder<unknown> {
  return sql`(select coalesce(bit_xor(version), 0) from folder_access_versions where deployment_id = ${hidden(deploymentId, 'integer')})`;
}
