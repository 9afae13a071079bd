import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { lockKeys } from './key-lock.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/*
 * The secrets that sign tokens which Oriel verifies itself: embed tokens by that of the account, data tokens by that of the deployment.
 * They are read with the row that a request needs anyway, and decrypted there. One that stays in memory does so in a cache that a
 * change of these tables ends.
 */

/** A secret as a statement reads it. */
export interface TokenSecretColumns {
  /** What a server of an earlier version has stored; null once it is encrypted. */
  plainSecret: string | null;
  encryptedSecret: Buffer | null;
  keyId: string | null;
}

/** Where the secret of the embed tokens of an account belongs. */
export const embedSecretContext = (tenantId: number) => `embed tokens of account ${tenantId}`;
/** Where the secret of the data tokens of a deployment belongs. */
export const apiSecretContext = (deploymentId: number) => `data tokens of deployment ${deploymentId}`;

/** Reads the secret of the embed tokens of an account. @throws `unavailable` */
export const showEmbedSecret = (keyring: Keyring, tenantId: number, row: TokenSecretColumns) =>
  showTokenSecret(keyring, row, embedSecretContext(tenantId));

/** Reads the secret of the data tokens of a deployment. @throws `unavailable` */
export const showApiSecret = (keyring: Keyring, deploymentId: number, row: TokenSecretColumns) =>
  showTokenSecret(keyring, row, apiSecretContext(deploymentId));

async function showTokenSecret(
  keyring: Keyring,
  { plainSecret, encryptedSecret, keyId }: TokenSecretColumns,
  context: string,
): Promise<string> {
  if (encryptedSecret !== null && keyId !== null)
    return showSecret(keyring, { encryptedSecret, keyId }, context);
  if (plainSecret === null) throw new Error(`There is no secret of the ${context}`);
  return plainSecret;
}

/** The secret of the embed tokens of an account. @throws `unavailable` */
export async function readEmbedSecret(db: Db, keyring: Keyring, tenantId: number): Promise<string> {
  const row = await db
    .selectFrom('tenants')
    .leftJoin('embedSecrets', 'embedSecrets.tenantId', 'tenants.id')
    .select(['embedSecret as plainSecret', 'encryptedSecret', 'keyId'])
    .where('tenants.id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return showEmbedSecret(keyring, tenantId, row);
}

/** The secret of the data tokens of a deployment of an account. @throws `unavailable` */
export async function readApiSecret(
  db: Db,
  keyring: Keyring,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
): Promise<string> {
  const row = await db
    .selectFrom('deployments')
    .leftJoin('apiSecrets', 'apiSecrets.deploymentId', 'deployments.id')
    .select(['apiSecret as plainSecret', 'encryptedSecret', 'keyId'])
    .where('deployments.tenantId', '=', tenantId)
    .where('deployments.id', '=', id)
    .executeTakeFirstOrThrow();
  return showApiSecret(keyring, id, row);
}

/** Gives a new account its secret, within the transaction that makes it; `holdKey` comes first there. */
export async function addEmbedSecret(
  tx: Db,
  keyring: Keyring,
  { tenantId, text }: { readonly tenantId: number; readonly text: string },
): Promise<void> {
  const secret = await hideSecret(keyring, text, embedSecretContext(tenantId));
  await tx
    .insertInto('embedSecrets')
    .values({ tenantId, ...secret })
    .execute();
}

/** Gives a new deployment its secret, within the transaction that makes it; `holdKey` comes first there. */
export async function addApiSecret(
  tx: Db,
  keyring: Keyring,
  { deploymentId, text }: { readonly deploymentId: number; readonly text: string },
): Promise<void> {
  const secret = await hideSecret(keyring, text, apiSecretContext(deploymentId));
  await tx
    .insertInto('apiSecrets')
    .values({ deploymentId, ...secret })
    .execute();
}

/**
 * Encrypts the secrets of tokens with the current key, plain ones among them, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptTokenSecretsAgain(tx: Db, keyring: Keyring): Promise<number> {
  const moved = await movePlainSecrets(tx, keyring);
  const { id } = await keyring.current();
  const accounts = await tx
    .selectFrom('embedSecrets')
    .selectAll()
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of accounts) {
    const context = embedSecretContext(row.tenantId);
    const secret = await hideSecret(keyring, await showSecret(keyring, row, context), context);
    await tx.updateTable('embedSecrets').set(secret).where('tenantId', '=', row.tenantId).execute();
  }
  const deployments = await tx
    .selectFrom('apiSecrets')
    .selectAll()
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of deployments) {
    const context = apiSecretContext(row.deploymentId);
    const secret = await hideSecret(keyring, await showSecret(keyring, row, context), context);
    await tx.updateTable('apiSecrets').set(secret).where('deploymentId', '=', row.deploymentId).execute();
  }
  return moved + accounts.length + deployments.length;
}

/**
 * Encrypts the secrets that a server of an earlier version has stored as they are. Several servers may do so at once,
 * beside a rotation as well: each row is moved once, and tokens that are signed with it hold on. A server of an earlier
 * version that still runs does not find the secret any more, and refuses these tokens.
 *
 * @returns how many
 */
export async function encryptPlainTokenSecrets(db: Db, keyring: Keyring): Promise<number> {
  const { rows } = await sql<{ isNeeded: boolean }>`
    select exists (select from tenants where embed_secret is not null)
      or exists (select from deployments where api_secret is not null) as is_needed`.execute(db);
  if (!rows[0]?.isNeeded) return 0;
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    return movePlainSecrets(tx, keyring);
  });
}

async function movePlainSecrets(tx: Db, keyring: Keyring): Promise<number> {
  return (await moveEmbedSecrets(tx, keyring)) + (await moveApiSecrets(tx, keyring));
}

async function moveEmbedSecrets(tx: Db, keyring: Keyring): Promise<number> {
  const rows = await tx
    .selectFrom('tenants')
    .select(['id', 'embedSecret'])
    .where('embedSecret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id: tenantId, embedSecret } of rows) {
    const secret = await hideSecret(keyring, embedSecret ?? '', embedSecretContext(tenantId));
    await tx
      .insertInto('embedSecrets')
      .values({ tenantId, ...secret })
      .onConflict((conflict) => conflict.column('tenantId').doNothing())
      .execute();
    await tx.updateTable('tenants').set({ embedSecret: null }).where('id', '=', tenantId).execute();
  }
  return rows.length;
}

async function moveApiSecrets(tx: Db, keyring: Keyring): Promise<number> {
  const rows = await tx
    .selectFrom('deployments')
    .select(['id', 'apiSecret'])
    .where('apiSecret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id: deploymentId, apiSecret } of rows) {
    const secret = await hideSecret(keyring, apiSecret ?? '', apiSecretContext(deploymentId));
    await tx
      .insertInto('apiSecrets')
      .values({ deploymentId, ...secret })
      .onConflict((conflict) => conflict.column('deploymentId').doNothing())
      .execute();
    await tx.updateTable('deployments').set({ apiSecret: null }).where('id', '=', deploymentId).execute();
  }
  return rows.length;
}
