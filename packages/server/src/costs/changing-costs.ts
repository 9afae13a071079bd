import type { CostlyOperation, CostlyOperations } from './operations.ts';
import type { CostWorld } from './cost-world.ts';

type Kind = 'folders' | 'workbooks' | 'reports';
/** The types of items by the kinds that paths name. */
export const types = { folders: 'FOLDER', workbooks: 'WORKBOOK', reports: 'REPORT' } as const;

let named = 0;
const newName = () => `Item ${String((named += 1)).padStart(6, '0')}`;

/** As the plain user. */
export const as = ({ person }: CostWorld, body?: object) => ({ key: person.key, ...(body && { body }) });
/** Makes an item of the plain user. */
export const make = (world: CostWorld, kind: Kind, body: object = {}) =>
  world.deploymentCall('POST', `/${kind}`, as(world, { name: newName(), ...body }));

/** Prepared items, one for each run, so that what prepares them is not counted. */
async function prepare(world: CostWorld, kind: Kind): Promise<() => number> {
  const ids: number[] = [];
  for (let count = 0; count < MOST_RUNS; count += 1) ids.push((await make(world, kind)).id);
  return () => {
    const id = ids.pop();
    if (id === undefined) throw new Error('There are fewer items than runs');
    return id;
  };
}

/** How often an operation runs at most while it is measured. */
export const MOST_RUNS = 18;

const create =
  (kind: Kind): CostlyOperation =>
  async (world) =>
  () =>
    make(world, kind);

const change =
  (kind: Kind): CostlyOperation =>
  async (world) => {
    const { id } = await make(world, kind);
    return () => world.deploymentCall('PUT', `/${kind}/${id}`, as(world, { name: newName() }));
  };

const move =
  (kind: Kind): CostlyOperation =>
  async (world) => {
    const { id } = await make(world, kind);
    let turn = 0;
    return () => {
      const folderId = world.folders[(turn += 1) % 2];
      return world.deploymentCall('POST', '/workspace/move', as(world, { type: types[kind], id, folderId }));
    };
  };

const remove =
  (kind: Kind): CostlyOperation =>
  async (world) => {
    const next = await prepare(world, kind);
    return () => world.deploymentCall('DELETE', `/${kind}/${next()}`, as(world));
  };

const restore =
  (kind: Kind): CostlyOperation =>
  async (world) => {
    const next = await prepare(world, kind);
    const trashed: number[] = [];
    for (let count = 0; count < MOST_RUNS; count += 1) {
      await world.deploymentCall('DELETE', `/${kind}/${next()}`, as(world));
      const { items } = await world.deploymentCall<{ items: { id: number }[] }>(
        'GET',
        '/workspace/trash',
        as(world),
      );
      trashed.push(items[0]?.id ?? 0);
    }
    return () => world.deploymentCall('POST', `/workspace/trash/${trashed.pop()}/restore`, as(world));
  };

/** What changes single items. */
export const changingCosts: CostlyOperations = Object.fromEntries(
  (['reports', 'workbooks', 'folders'] as const).flatMap((kind) =>
    Object.entries({ create, change, move, remove, restore }).map(([name, of]) => [
      `${kind}.${name}.user`,
      of(kind),
    ]),
  ),
);
