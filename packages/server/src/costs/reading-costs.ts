import type { CostlyOperation, CostlyOperations } from './operations.ts';
import type { CostWorld } from './cost-world.ts';

const read =
  (pathOf: (world: CostWorld) => string | Promise<string>): CostlyOperation =>
  async (world) => {
    const path = await pathOf(world);
    return () => world.deploymentCall('GET', path);
  };

const readAsPerson =
  (pathOf: (world: CostWorld) => string | Promise<string>): CostlyOperation =>
  async (world) => {
    const path = await pathOf(world);
    return () => world.deploymentCall('GET', path, { key: world.person.key });
  };

const inFolder = (list: string) => (world: CostWorld) => `/${list}?first=50&folderId=${world.folderId}`;
const anyReport = async (world: CostWorld) => `/reports/${(await world.insertReports(1))[0]}`;
const makeWorkbook = async (world: CostWorld) => {
  const { person } = world;
  const { id } = await world.deploymentCall('POST', '/workbooks', {
    key: person.key,
    body: { name: 'To be read' },
  });
  return id;
};

/** What reads: lists, single items, the tree and searches. */
export const readingCosts: CostlyOperations = {
  'reports.list.administrator': read(inFolder('reports')),
  'reports.list.user': readAsPerson(inFolder('reports')),
  'reports.list.all.user': readAsPerson(() => '/reports?first=50'),
  'reports.search.administrator': read(() => '/reports?first=50&search=Report%2000'),
  'reports.search.user': readAsPerson(() => '/reports?first=50&search=Report%2000'),
  'workbooks.list.administrator': read(() => '/workbooks?first=50'),
  'workbooks.list.user': readAsPerson(() => '/workbooks?first=50'),
  'folders.list.administrator': read(() => '/folders?first=50'),
  'folders.list.user': readAsPerson(() => '/folders?first=50'),
  'workspace.list.administrator': read(inFolder('workspace')),
  'workspace.list.user': readAsPerson(inFolder('workspace')),
  'workspace.tree.administrator': read(() => '/workspace?first=50'),
  'workspace.tree.user': readAsPerson(() => '/workspace?first=50'),
  'workspace.search.user': readAsPerson(() => '/workspace?first=50&search=Report'),
  'trash.list.user': readAsPerson(() => '/workspace/trash'),
  'reports.get.administrator': read(anyReport),
  'reports.get.user': readAsPerson(anyReport),
  'workbooks.get.user': readAsPerson(async (world) => `/workbooks/${await makeWorkbook(world)}`),
};
