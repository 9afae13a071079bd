import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ModelFile } from '@oriel/semantic';
import { openModelRepository, type Author } from '../build/model-repository.ts';
import type { Db } from '../db/database.ts';
import { holdKey } from '../secrets/key-lock.ts';
import { makeSecret } from '../identity/credentials/secrets.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { addApiSecret } from '../secrets/token-secrets.ts';
import { createVariableStore } from '../variables/variable-store.ts';
import { createDeploymentStore, type DeploymentRow, type NewDeployment } from './deployment-store.ts';

/** A deployment to create, with what is in it from the start. */
interface DeploymentContent extends Omit<NewDeployment, 'apiSecret'> {
  variables: Readonly<Record<string, string>>;
  /** The data model; undefined leaves the repository without a branch. */
  model: { files: readonly ModelFile[]; message: string; author: Author } | undefined;
}

/**
 * Creates a deployment as a whole or not at all: its row, its variables and its repository with the first commit on the
 * deploy branch. Undefined where the tenant has a deployment of that name.
 */
export async function createDeployment(
  { db, dataDir, keyring }: { db: Db; dataDir: string; keyring: Keyring },
  tenantId: number,
  { variables, model, ...values }: DeploymentContent,
): Promise<DeploymentRow | undefined> {
  let opened: string | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      const store = createDeploymentStore(tx);
      await holdKey(tx);
      const created = await store.insert(tenantId, values);
      if (!created) return undefined;
      await addApiSecret(tx, keyring, { deploymentId: created.id, text: makeSecret() });
      await createVariableStore(tx, keyring).set(created.id, new Map(Object.entries(variables)));
      const repository = await openModelRepository(dataDir, created.id);
      opened = repository.directory;
      if (model) await repository.commit({ branch: created.deployBranch, ...model });
      return created;
    });
  } catch (error) {
    // The database forgets the row by itself. What could not be opened is left where it lies: it may be of a deployment
    // that a restored database does not know.
    if (opened !== undefined) await forgetRepository(opened);
    throw error;
  }
}

/** Removes a repository, and the folder around it where nothing else lies there. */
async function forgetRepository(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await rmdir(dirname(directory)).catch(() => {});
}
