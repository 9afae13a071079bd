import { refuse, type Refusal } from '@oriel/contract';

/** What a change asked for, as far as a constraint of the database may have something against it. */
export interface Wanted {
  name?: string | null | undefined;
  publicId?: string | null | undefined;
  slug?: string | null | undefined;
  /** The folder that something goes into. */
  folderId?: number | null | undefined;
  /** The workbook that something belongs to. */
  workbookId?: number | null | undefined;
}

const folderGone = ({ folderId }: Wanted) => refuse('folder_not_found', { id: folderId ?? 0 });
const workbookGone = ({ workbookId }: Wanted) => refuse('workbook_not_found', { id: workbookId ?? 0 });

/** Whoever changes things at the same time can only be found out by the database; this is what its word means. */
const refusals: Readonly<Record<string, (wanted: Wanted) => Refusal>> = {
  folders_name: ({ name }) => refuse('folder_name_taken', { name: name ?? '' }),
  folders_parent_id_fkey: folderGone,
  reports_public_id_key: ({ publicId }) => refuse('public_id_taken', { publicId: publicId ?? '' }),
  reports_folder_id_fkey: folderGone,
  reports_workbook_id_fkey: workbookGone,
  workbooks_deployment_id_slug_key: ({ slug }) => refuse('slug_taken', { slug: slug ?? '' }),
  workbooks_folder_id_fkey: folderGone,
  dashboards_workbook_id_fkey: workbookGone,
};

/** The refusal that a failed statement amounts to; undefined for a failure that is none. */
export function refusalOfConstraint(error: unknown, wanted: Wanted): Refusal | undefined {
  const { constraint } = error as { constraint?: string };
  const refusal = constraint === undefined ? undefined : refusals[constraint]?.(wanted);
  if (refusal) refusal.cause = error;
  return refusal;
}

/**
 * Does a piece of work, and turns the database's own word against it into the API's.
 *
 * @throws `folder_name_taken`, `public_id_taken`, `slug_taken`; `folder_not_found` and `workbook_not_found` for a place
 * that was deleted in the very moment
 */
export async function constraintsChecked<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOfConstraint(error, wanted) ?? error;
  }
}
