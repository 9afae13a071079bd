/**
 * A kind of item in the workspace: where its items are stored, who owns one, and what holds one. All that decides about
 * access to items is generated from these entries: the level of one, what lists, counts, searches and the tree show,
 * and what embedded viewers see.
 */
export interface ResourceKind {
  /** As people and codes of refusals say it: `report`, `report_not_found`. */
  readonly name: string;
  /** Its items have the columns `id` and `deployment_id`. */
  readonly table: string;
  /** The alias of the table in statements. */
  readonly alias: string;
  /** The column of the user who owns an item. */
  readonly owner: string;
  /** The column of the folder that holds an item; null at the root. Without one, items lie where their parent lies. */
  readonly folder?: string;
  /**
   * What an item may belong to, which hands its access down to it: the kind, and the column of that item. An item lies
   * in its own folder, or else in the one of its first parent.
   */
  readonly parents?: readonly { readonly type: string; readonly column: string }[];
  /**
   * The table of how many a deployment has (`deployment_id`, `total`). Where it is named, triggers also keep the
   * numbers of each folder in `folder_counts`.
   */
  readonly counts?: string;
}

/**
 * Kinds by their type, which is what `grants.resource_type` holds. Every one but the folder may be added or left out.
 */
export type ResourceKinds = Readonly<Record<string, ResourceKind>> & { readonly FOLDER: ResourceKind };

/**
 * The kinds of the workspace. A new one is an entry here and a table, with a migration that also forgets the grants of
 * deleted items by the trigger `forget_removed`.
 *
 * Folders are the tree: the column `path` of a folder has the ids from the root down to itself.
 */
export const resourceKinds = {
  FOLDER: { name: 'folder', table: 'folders', alias: 'f', owner: 'user_id' },
  WORKBOOK: {
    name: 'workbook',
    table: 'workbooks',
    alias: 'w',
    owner: 'user_id',
    folder: 'folder_id',
    counts: 'workbook_counts',
  },
  REPORT: {
    name: 'report',
    table: 'reports',
    alias: 'r',
    owner: 'user_id',
    folder: 'folder_id',
    parents: [{ type: 'WORKBOOK', column: 'workbook_id' }],
    counts: 'report_counts',
  },
} as const satisfies ResourceKinds;

/** The type of an item of the workspace. */
export type ResourceType = keyof typeof resourceKinds;
