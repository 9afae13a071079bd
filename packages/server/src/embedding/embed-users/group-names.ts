/** The name that row-level policies and tokens have for a group of an embed tenant. */
function tenantGroupName(embedTenantName: string, name: string): string {
  return `system:tenant:${embedTenantName}:group:${name}`;
}

/** The names of all groups of a viewer, as row-level policies and tokens have them. */
export function groupNamesOf(
  embedTenantName: string,
  { groups, tenantGroups }: Readonly<Record<'groups' | 'tenantGroups', readonly string[]>>,
): string[] {
  return [...groups, ...tenantGroups.map((name) => tenantGroupName(embedTenantName, name))];
}
