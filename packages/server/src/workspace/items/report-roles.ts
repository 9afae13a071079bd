import type { RoleWithAccess } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import { builtInRoles } from '../../access/roles/roles.ts';

/** In the order of their ids, which count from 1. */
const roleNames = ['Admin', 'Developer', 'Explorer', 'Viewer'] as const;

/** What each level of access to a report permits, with all before it. */
const actions = ['ReportRead', 'ReportEdit', 'ReportManage'] as const;

/** The roles by what is shared with all; there are four lists, which every report of a page has in common. */
const rolesByLevel = Object.fromEntries(
  Object.values(accessLevels).map((level) => [level, rolesFor(level)]),
) as Record<AccessLevel, RoleWithAccess[]>;

/**
 * The roles that reach a report, regardless of who has them: by what a role may do everywhere, and by what is shared
 * with the whole organization.
 */
export function rolesAt(shared: AccessLevel): RoleWithAccess[] {
  return rolesByLevel[shared];
}

function rolesFor(shared: AccessLevel): RoleWithAccess[] {
  return roleNames.flatMap((name, index) => {
    const { leastLevel, highestLevel } = builtInRoles[name];
    const level = Math.min(Math.max(shared, leastLevel), highestLevel);
    return level === accessLevels.none ? [] : [{ id: index + 1, name, actions: actions.slice(0, level) }];
  });
}
