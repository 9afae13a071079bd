import { refuse, type Refusal } from '@oriel/contract';
import { ACCESS_VERSION_CONSTRAINT, refuseOutdatedAccess } from '../../access/access-version.ts';

/** What a change asked for, for the refusal of a constraint that it violates. */
export interface ConflictContext {
  /** The item that is changed. */
  id?: number | null | undefined;
  name?: string | null | undefined;
  publicId?: string | null | undefined;
  slug?: string | null | undefined;
  /** The folder that an item goes into. */
  folderId?: number | null | undefined;
  /** The workbook that an item belongs to. */
  workbookId?: number | null | undefined;
}

const folderGone = ({ folderId }: ConflictContext) => refuse('folder_not_found', { id: folderId ?? 0 });
const workbookGone = ({ workbookId }: ConflictContext) =>
  refuse('workbook_not_found', { id: workbookId ?? 0 });

/** Of simultaneous changes only the database knows; these are the refusals that its constraints stand for. */
const refusals: Readonly<Record<string, (context: ConflictContext) => Refusal>> = {
  [ACCESS_VERSION_CONSTRAINT]: refuseOutdatedAccess,
  folders_name: ({ name }) => refuse('folder_name_taken', { name: name ?? '' }),
  folders_parent_id_fkey: folderGone,
  reports_public_id_key: ({ publicId }) => refuse('public_id_taken', { publicId: publicId ?? '' }),
  reports_folder_id_fkey: folderGone,
  reports_workbook_id_fkey: workbookGone,
  reports_place: ({ id, workbookId }) =>
    refuse('report_in_workbook', { id: id ?? 0, workbookId: workbookId ?? 0 }),
  workbooks_deployment_id_slug_key: ({ slug }) => refuse('slug_taken', { slug: slug ?? '' }),
  workbooks_folder_id_fkey: folderGone,
  dashboards_workbook_id_fkey: workbookGone,
};

/** The refusal that a failed statement stands for; undefined for a failure that is a bug. */
export function refusalOfConstraint(error: unknown, context: ConflictContext): Refusal | undefined {
  const { constraint } = error as { constraint?: string };
  const refusal = constraint === undefined ? undefined : refusals[constraint]?.(context);
  if (refusal) refusal.cause = error;
  return refusal;
}

/**
 * Runs some work, and maps the violation of a constraint to its refusal.
 *
 * @throws `folder_name_taken`, `public_id_taken`, `slug_taken`; `folder_not_found` and `workbook_not_found` for a
 * location that was deleted meanwhile
 */
export async function mapConstraintErrors<T>(context: ConflictContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOfConstraint(error, context) ?? error;
  }
}
