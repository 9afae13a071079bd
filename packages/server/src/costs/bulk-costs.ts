import { as, make, MOST_RUNS, types } from './changing-costs.ts';
import type { CostWorld } from './cost-world.ts';
import type { CostlyOperation, CostlyOperations } from './operations.ts';

/** Sends a bulk request with a key of its own. */
const keyed = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });

const moveMany =
  (count: number, { isAdministrator = false, isKeyed = false } = {}): CostlyOperation =>
  async (world) => {
    const items = (await world.insertReports(count)).map((id) => ({ type: 'REPORT', id }));
    let turn = 0;
    return () => {
      const body = { items, folderId: world.folders[(turn += 1) % 2] };
      const caller = isAdministrator ? { body } : as(world, body);
      return world.deploymentCall('POST', '/workspace/bulk-move', { ...caller, ...(isKeyed && keyed()) });
    };
  };

const removeMany =
  (count: number, { isKeyed = false } = {}): CostlyOperation =>
  async (world) => {
    const ids = await world.insertReports(count * MOST_RUNS);
    return () => {
      const items = ids.splice(0, count).map((id) => ({ type: 'REPORT', id }));
      return world.deploymentCall('POST', '/workspace/bulk-delete', {
        ...as(world, { items }),
        ...(isKeyed && keyed()),
      });
    };
  };

/** Three workbooks, three folders with a report each, and these reports, in an order in which all can be deleted. */
async function makeMixed(world: CostWorld): Promise<object[]> {
  const items: object[] = [];
  for (const kind of ['workbooks', 'folders'] as const)
    for (let count = 0; count < 3; count += 1) {
      const { id } = await make(world, kind);
      if (kind === 'folders')
        items.unshift({ type: 'REPORT', id: (await make(world, 'reports', { folderId: id })).id });
      items.push({ type: types[kind], id });
    }
  return items;
}

const removeMixed: CostlyOperation = async (world) => {
  const batches: object[][] = [];
  for (let count = 0; count < MOST_RUNS; count += 1) batches.push(await makeMixed(world));
  return () =>
    world.deploymentCall('POST', '/workspace/bulk-delete', as(world, { items: batches.pop() ?? [] }));
};

/** An undo of bulk deletes of what `makeItems` makes. */
const restoreMany =
  (makeItems: (world: CostWorld) => Promise<object[]>): CostlyOperation =>
  async (world) => {
    const undoIds: string[] = [];
    for (let count = 0; count < MOST_RUNS; count += 1) {
      const body = { items: await makeItems(world) };
      const call = as(world, body);
      undoIds.push(
        (await world.deploymentCall<{ undoId: string }>('POST', '/workspace/bulk-delete', call)).undoId,
      );
    }
    return () => world.deploymentCall('POST', `/workspace/undo/${undoIds.pop()}`, as(world));
  };

const insertTen = async (world: CostWorld) =>
  (await world.insertReports(10)).map((id) => ({ type: 'REPORT', id }));

/** What changes many items at once. */
export const bulkCosts: CostlyOperations = {
  'workspace.bulk-move.10.user': moveMany(10),
  'workspace.bulk-move.100.user': moveMany(100),
  'workspace.bulk-move.100.administrator': moveMany(100, { isAdministrator: true }),
  'workspace.bulk-delete.10.user': removeMany(10),
  'workspace.bulk-delete.100.user': removeMany(100),
};

/** What changes many items in other ways. It is measured last: its rows are read by what comes after it. */
export const batchCosts: CostlyOperations = {
  'workspace.bulk-delete.mixed.user': removeMixed,
  'workspace.bulk-move.10.keyed': moveMany(10, { isKeyed: true }),
  'workspace.bulk-delete.10.keyed': removeMany(10, { isKeyed: true }),
  'workspace.undo-delete.10.user': restoreMany(insertTen),
  'workspace.undo-delete.mixed.user': restoreMany(makeMixed),
};
