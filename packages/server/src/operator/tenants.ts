import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { makeSecret } from '../identity/credentials/secrets.ts';
import { hashPassword } from '../identity/sign-in/password-hash.ts';
import { insertKey } from '../install/first-start.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { addEmbedSecret } from '../secrets/token-secrets.ts';
import { SettingsError } from '../settings-error.ts';

/** An account to create. */
interface NewTenant {
  readonly name: string;
  readonly displayName: string | undefined;
  /** Host names at which it is reached, without ports. */
  readonly hosts: readonly string[];
  /** E-mail address of its first administrator. */
  readonly email: string;
}

/** What its administrator signs in with; only hashes are stored. */
interface TenantCredentials {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Creates an account with an administrator and an API key. Requests for its hosts belong to it.
 *
 * @throws {@link SettingsError} for a name or a host that is taken or cannot be
 */
export async function createTenant(db: Db, keyring: Keyring, tenant: NewTenant): Promise<TenantCredentials> {
  if (!NAME.test(tenant.name))
    throw new SettingsError(
      `${JSON.stringify(tenant.name)} is no name of an account: letters, digits and dashes, at most 63`,
    );
  if (!/^[^\s@]+@[^\s@]+$/.test(tenant.email))
    throw new SettingsError(`--email takes an e-mail address, not ${JSON.stringify(tenant.email)}`);
  const password = makeSecret().slice(0, 16);
  const apiKey = `orl_${makeSecret()}`;
  await db.transaction().execute(async (tx) => {
    await holdKey(tx);
    const created = await tx
      .insertInto('tenants')
      .values({
        name: tenant.name,
        displayName: tenant.displayName ?? tenant.name,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) throw new SettingsError(`There is an account ${tenant.name} already`);
    await addEmbedSecret(tx, keyring, { tenantId: created.id, text: makeSecret() });
    const user = await tx
      .insertInto('users')
      .values({
        tenantId: created.id,
        email: tenant.email,
        username: tenant.email,
        role: 'Admin',
        passwordHash: hashPassword(password),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertKey(tx, created.id, user.id, { name: 'First start', secret: apiKey });
    for (const host of tenant.hosts) await addHost(tx, tenant.name, host);
  });
  return { email: tenant.email, password, apiKey };
}

/**
 * Gives an account a host name.
 *
 * @throws {@link SettingsError} for one that another account has or that cannot be, and for an account that is not
 * there
 */
export async function addHost(db: Db, tenantName: string, hostName: string): Promise<void> {
  const host = hostName.trim().toLowerCase();
  if (!HOST.test(host))
    throw new SettingsError(
      `${JSON.stringify(hostName)} is no host name: give one such as data.example.com, without a port`,
    );
  const { rows } = await sql<{ name: string }>`
    with named as (select id, name from tenants where name = ${tenantName}),
    added as (
      insert into tenant_hosts (host, tenant_id) select ${host}, id from named on conflict (host) do nothing
      returning tenant_id
    )
    select name from named where id in (
      select tenant_id from added union all select tenant_id from tenant_hosts where host = ${host}
    )`.execute(db);
  if (rows.length > 0) return;
  const isThere = await db
    .selectFrom('tenants')
    .select('id')
    .where('name', '=', tenantName)
    .executeTakeFirst();
  throw new SettingsError(
    isThere ? `The host ${host} belongs to another account` : `There is no account ${tenantName}`,
  );
}
