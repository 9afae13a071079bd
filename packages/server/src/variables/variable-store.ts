import { refuse } from '@oriel/contract';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { columnOrder, type CursorKey } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';
import { decrypt, encrypt, type EncryptionKey } from '../secrets/encryption.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';

/** A variable as it is stored. */
export type VariableRow = Selectable<Tables['deploymentVariables']>;

/** The order of the variables of a deployment. */
export const byName = columnOrder<VariableRow>({
  list: 'variables',
  alias: 'deployment_variables',
  by: { name: 'text' },
});

/** The SQL of the variables of deployments. Values are encrypted on their way in and decrypted on their way out. */
export type VariableStore = ReturnType<typeof createVariableStore>;

/** Makes the store of variables. */
export function createVariableStore(db: Db, keyring: Keyring) {
  const all = (deploymentId: number) =>
    db.selectFrom('deploymentVariables').selectAll().where('deploymentId', '=', deploymentId);
  return {
    list: (deploymentId: number, { after, limit }: PageRange<CursorKey>): Promise<VariableRow[]> =>
      all(deploymentId).where(byName.isBehind(after)).orderBy(byName.orderBy).limit(limit).execute(),
    /** @throws `unavailable` for one that was encrypted with a key which is not here, or changed by others since */
    reveal: (row: VariableRow): Promise<string> => reveal(row, keyring),
    /** Every variable with its value. @throws `unavailable` as {@link reveal} */
    async readAll(deploymentId: number): Promise<Map<string, string>> {
      const rows = await all(deploymentId).execute();
      return new Map(
        await Promise.all(rows.map(async (row) => [row.name, await reveal(row, keyring)] as const)),
      );
    },
    /** The variables of a deployment, which nobody else changes until the transaction ends. */
    async lock(deploymentId: number): Promise<VariableRow[]> {
      // First, as a rotation does, which changes deployments after it.
      await holdKey(db);
      await db
        .selectFrom('deployments')
        .select('id')
        .where('id', '=', deploymentId)
        .forNoKeyUpdate()
        .execute();
      return all(deploymentId).execute();
    },
    /** Sets variables by name, within a transaction; the others keep their values. */
    async set(deploymentId: number, variables: ReadonlyMap<string, string>): Promise<void> {
      if (variables.size === 0) return;
      await holdKey(db);
      const key = await keyring.current();
      await writeEncrypted(db, deploymentId, variables, key);
    },
    /** Whether it was there. */
    async remove(deploymentId: number, name: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('deploymentVariables')
        .where('deploymentId', '=', deploymentId)
        .where('name', '=', name)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function reveal(row: VariableRow, keyring: Keyring): Promise<string> {
  // Of before values were encrypted.
  if (row.encryptedValue === null || row.keyId === null) return row.value ?? '';
  const key = await keyring.find(row.keyId);
  if (!key)
    throw refuse('unavailable', {
      reason: `The variable ${row.name} was encrypted with the key ${row.keyId}, which this server does not have; give it the key file or the --secret-key of before`,
    });
  try {
    return decrypt(key, row.encryptedValue, contextOf(row));
  } catch (cause) {
    const reason = `The variable ${row.name} was changed in the database and cannot be decrypted; set it anew`;
    throw refuse('unavailable', { reason }, { cause });
  }
}

/** Encrypts the values of one deployment with a key and writes them. */
export async function writeEncrypted(
  db: Db,
  deploymentId: number,
  variables: ReadonlyMap<string, string>,
  key: EncryptionKey,
): Promise<void> {
  const rows = [...variables].map(([name, value]) => ({
    deploymentId,
    name,
    value: null,
    ...encrypt(key, value, contextOf({ deploymentId, name })),
  }));
  await db
    .insertInto('deploymentVariables')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['deploymentId', 'name']).doUpdateSet({
        value: null,
        encryptedValue: sql.ref('excluded.encrypted_value'),
        keyId: sql.ref('excluded.key_id'),
      }),
    )
    .execute();
}

/** So the value of one variable is none of another. */
function contextOf({ deploymentId, name }: Pick<VariableRow, 'deploymentId' | 'name'>): string {
  return `variable ${deploymentId} ${name}`;
}
