import { sql, type RawBuilder } from 'kysely';
import type { UserPrincipal } from './principal.ts';

/** What somebody may do with a thing of the workspace. Each level includes those below it; 0 is nothing at all. */
export const accessLevels = { none: 0, read: 1, edit: 2, manage: 3 } as const;
export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels];

/** The columns that decide about one row, by SQL that names them. */
export interface AccessColumns {
  deploymentId: RawBuilder<number>;
  ownerId: RawBuilder<number | null>;
  resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  resourceId: RawBuilder<number>;
  /** The ids of the folders above it, root first; for a folder its own id is last. */
  folderPath: RawBuilder<number[] | null>;
  /** The workbook that a report belongs to, whose access it shares. */
  workbookId?: RawBuilder<number | null>;
}

/**
 * The access level of a user on a row, as SQL: the one rule for single things and for lists.
 *
 * - an administrator and the owner have `manage`; the owner of a folder has it on everything below
 * - a grant on a folder holds for everything below it
 * - a viewer never has more than `read`, whatever it owns or was granted
 * - for each subject (the user, each of its groups, everybody) a direct grant wins over an inherited one, and the nearest
 *   folder over a farther one; of the subjects the highest level counts
 */
export function accessLevelOf(actor: UserPrincipal, columns: AccessColumns): RawBuilder<AccessLevel> {
  if (actor.role === 'Admin') return sql<AccessLevel>`3`;
  const {
    ownerId,
    deploymentId,
    resourceType,
    resourceId,
    folderPath,
    workbookId = sql<null>`null::integer`,
  } = columns;
  const highest = actor.role === 'Viewer' ? accessLevels.read : accessLevels.manage;
  return sql<AccessLevel>`least(${sql.lit(highest)}, greatest(
    case when ${ownerId} = ${actor.userId} then 3 else 0 end,
    case when exists (
      select 1 from workbooks owned where owned.id = ${workbookId} and owned.user_id = ${actor.userId}
    ) or exists (
      select 1 from folders above where above.id = any(${folderPath}) and above.user_id = ${actor.userId}
    ) then 3 else 0 end,
    coalesce((
      select max(nearest.level) from (
        select distinct on (g.subject_type, g.subject_id) g.level
        from grants g
        where g.deployment_id = ${deploymentId}
          and (
            (g.subject_type = 'USER' and g.subject_id = ${actor.userId})
            or (g.subject_type = 'GROUP' and g.subject_id = any(${[...actor.groupIds]}::integer[]))
            or g.subject_type = 'ORGANIZATION'
          )
          and (
            (g.resource_type = ${resourceType} and g.resource_id = ${resourceId})
            or (g.resource_type = 'WORKBOOK' and g.resource_id = ${workbookId})
            or (g.resource_type = 'FOLDER' and g.resource_id = any(${folderPath}))
          )
        order by g.subject_type, g.subject_id,
          case g.resource_type when 'FOLDER' then array_position(${folderPath}, g.resource_id)
            when ${resourceType} then 1001 else 1000 end desc
      ) nearest
    ), 0)
  ))`;
}
