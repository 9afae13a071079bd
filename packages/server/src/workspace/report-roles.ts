import type { RoleWithAccess } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import { selectWithLevel } from '../access/item-level.ts';
import { builtInRoles } from '../access/roles.ts';
import type { Accessor } from '../access/subjects.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { rowsOf, type ReportRow } from './workspace-rows.ts';

/** In the order of their ids, which count from 1. */
const roleNames = ['Admin', 'Developer', 'Explorer', 'Viewer'] as const;

/** What each level of access to a report permits, with all before it. */
const actions = ['ReportRead', 'ReportEdit', 'ReportManage'] as const;

/** Everybody in the account: nobody's own items, and what was given to all. */
const organization: Accessor = {
  userId: null,
  subjects: [{ type: 'ORGANIZATION', ids: null }],
  leastLevel: accessLevels.none,
  highestLevel: accessLevels.manage,
};

/**
 * Loads the roles that reach some reports of a deployment, regardless of who has them: by what a role may do everywhere, and by what is
 * shared with the whole organization.
 */
export async function loadRolesWithAccess(
  db: Db,
  reports: readonly Pick<ReportRow, 'id' | 'deploymentId'>[],
): Promise<(reportId: number) => RoleWithAccess[]> {
  const [first] = reports;
  if (!first) return () => rolesAt(accessLevels.none);
  const { deploymentId } = first;
  const rows = await rowsOf(
    db,
    // Most deployments share nothing with everybody, which costs one look.
    sql<{ id: number; level: AccessLevel }>`select shared.id, shared.level
      from (${selectWithLevel(organization, deploymentId, 'REPORT')} and r.id = any(${reports.map(({ id }) => id)}::integer[])) shared
      where exists (select from grants where deployment_id = ${deploymentId} and subject_type = 'ORGANIZATION')`,
  );
  const levels = new Map(rows.map(({ id, level }) => [id, level]));
  return (reportId) => rolesAt(levels.get(reportId) ?? accessLevels.none);
}

/** The roles by what is shared with all; there are four lists, which every report of a page has in common. */
const rolesByLevel = Object.fromEntries(
  Object.values(accessLevels).map((level) => [level, rolesFor(level)]),
) as Record<AccessLevel, RoleWithAccess[]>;

function rolesAt(shared: AccessLevel): RoleWithAccess[] {
  return rolesByLevel[shared];
}

function rolesFor(shared: AccessLevel): RoleWithAccess[] {
  return roleNames.flatMap((name, index) => {
    const { leastLevel, highestLevel } = builtInRoles[name];
    const level = Math.min(Math.max(shared, leastLevel), highestLevel);
    return level === accessLevels.none ? [] : [{ id: index + 1, name, actions: actions.slice(0, level) }];
  });
}
