import { refuseFields, type FieldIssue, type ProvisioningSettings } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { builtInRoleNamed } from '../../access/roles/role-names.ts';
import type { Db } from '../../db/database.ts';
import { changeAccount } from '../account-change.ts';
import { createProvisioningStore, type NamedRole, type StoredRole } from './provisioning-store.ts';

/** Reads and sets the roles of provisioned users. */
export type ProvisioningService = ReturnType<typeof createProvisioningService>;

/** Makes the service of the roles of provisioned users. */
export function createProvisioningService(db: Db) {
  const read = async (on: Db, tenantId: number): Promise<ProvisioningSettings> => {
    const store = createProvisioningStore(on);
    return {
      defaultRole: (await store.findDefaultRole(tenantId)) ?? 'Viewer',
      roleByGroup: await store.listMappings(tenantId),
      managesAdministrators: await store.managesAdministrators(tenantId),
    };
  };
  return {
    get: ({ tenantId }: UserPrincipal): Promise<ProvisioningSettings> => read(db, tenantId),
    /**
     * Replaces all of it and answers with it.
     * @throws `validation_failed` for a role that is not there or makes administrators
     */
    replace: (
      actor: UserPrincipal,
      { defaultRole, roleByGroup, managesAdministrators = false }: ProvisioningSettings,
    ): Promise<ProvisioningSettings> =>
      changeAccount(db, actor, { takesAway: false }, async (tx) => {
        const store = createProvisioningStore(tx);
        const names = [defaultRole, ...roleByGroup.map(({ role }) => role)];
        const known = new Map(
          (await store.findRoles(actor.tenantId, [...new Set(names.map(toKey))])).map((role) => [
            role.name,
            role,
          ]),
        );
        const issues: FieldIssue[] = [];
        const storedDefault = toStored(defaultRole, 'defaultRole', known, issues);
        const mappings = roleByGroup.map(({ group, role }, index) => ({
          group: group.trim(),
          ...toStored(role, `roleByGroup[${index}].role`, known, issues),
        }));
        if (issues.length > 0) throw refuseFields(issues);
        await store.put(actor.tenantId, storedDefault, managesAdministrators);
        await store.replaceMappings(actor.tenantId, mappings);
        return read(tx, actor.tenantId);
      }),
  };
}

const toKey = (name: string) => name.trim().toLowerCase();

/** A role by its name; what is wrong with it becomes an issue. */
function toStored(
  name: string,
  path: string,
  known: ReadonlyMap<string, NamedRole>,
  issues: FieldIssue[],
): StoredRole {
  const builtIn = builtInRoleNamed(name);
  if (builtIn !== undefined && builtIn !== 'Admin') return { role: builtIn, roleId: null };
  const own = known.get(toKey(name));
  if (builtIn === 'Admin' || own?.isAdministrator)
    issues.push({
      path,
      message: 'makes administrators, which no identity provider does; give the role in the console',
    });
  else if (own === undefined) issues.push({ path, message: 'is the name of no role of the account' });
  return { role: null, roleId: own?.id ?? 0 };
}
