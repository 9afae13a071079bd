import {
  encryptedMark,
  limits,
  refuse,
  type EnvVariableItem,
  type EnvVariablesListResponse,
  type OperationTypes,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Db } from '../db/database.ts';
import { readPage } from '../paging/page.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { checkVariables, isComparedWithKnown, isSecret } from './variable-policy.ts';
import { byName, createVariableStore, type VariableRow, type VariableStore } from './variable-store.ts';

/** What variables are kept in, and who goes by them. */
export interface VariableOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly engine: Pick<Engine, 'runtimes' | 'invalidate'>;
}

/** Makes the service of variables. */
export function createVariableService({ db, keyring, engine }: VariableOptions) {
  const store = createVariableStore(db, keyring);
  const toItem = async (row: VariableRow): Promise<EnvVariableItem> => ({
    name: row.name,
    value: isSecret(row.name) ? encryptedMark : await store.reveal(row),
  });
  const list = async (
    deploymentId: number,
    { first, after }: OperationTypes['getEnvVariables']['query'],
  ): Promise<EnvVariablesListResponse> => {
    const request = { first: first ?? undefined, after: after ?? undefined };
    const { rows, pageInfo } = await readPage(request, byName, (range) => store.list(deploymentId, range));
    const items = await Promise.all(rows.map(toItem));
    return { items, data: items, pageInfo };
  };
  /** Queries from now on are answered by what is stored; other servers find it out within a second. */
  const apply = (deploymentId: number) => {
    for (const runtime of engine.runtimes())
      if (runtime.deploymentId === deploymentId) engine.invalidate(runtime);
  };
  return {
    /** A page by name. @throws `invalid_cursor` */
    list,
    /** Sets all or none, and answers with every variable. @throws `duplicate_name`, `validation_failed` */
    async set(deploymentId: number, items: readonly EnvVariableItem[]): Promise<EnvVariablesListResponse> {
      await db.transaction().execute(async (tx) => {
        const variables = createVariableStore(tx, keyring);
        checkVariables(deploymentId, items, await readKnown(variables, deploymentId));
        await variables.set(deploymentId, new Map(items.map(({ name, value }) => [name, value])));
      });
      apply(deploymentId);
      return list(deploymentId, { first: limits.MAX_PAGE_SIZE });
    },
    /** @throws `variable_not_found` */
    async remove(deploymentId: number, name: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const variables = createVariableStore(tx, keyring);
        await variables.lock(deploymentId);
        if (!(await variables.remove(deploymentId, name))) throw refuse('variable_not_found', { name });
      });
      apply(deploymentId);
    },
  };
}

/** The variables that are there, with the values that matter. One that cannot be decrypted can still be set anew. */
async function readKnown(
  store: VariableStore,
  deploymentId: number,
): Promise<Map<string, string | undefined>> {
  const rows = await store.lock(deploymentId);
  const valueOf = (row: VariableRow) =>
    isComparedWithKnown(row.name) ? store.reveal(row).catch(() => undefined) : undefined;
  return new Map(await Promise.all(rows.map(async (row) => [row.name, await valueOf(row)] as const)));
}
