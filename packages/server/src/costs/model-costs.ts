import { prepareModel } from '../test/model-fixtures.ts';
import type { CostlyOperations } from './operations.ts';

const query = { measures: ['sales.total'], dimensions: ['sales.region'] };
const ITEMS = 10;
const MOST_RUNS = 18;

/** What starts processes or goes through files. */
export const modelCosts: CostlyOperations = {
  async 'model.save'(world) {
    await prepareModel(world);
    const path = `/build/api/v1/deployments/${world.deploymentId}/data-model/files`;
    let turn = 100;
    return () => {
      const content = `cubes:\n  - name: orders\n    sql_table: orders_${(turn += 1)}\n`;
      return world.ask({
        method: 'PUT',
        path,
        body: { files: [{ path: 'model/cubes/orders.yml', content }] },
      });
    };
  },
  async 'reports.export.user'(world) {
    const { key } = world.person;
    const body = { name: 'To be exported', jsonQuery: JSON.stringify(query) };
    const { id } = await world.deploymentCall('POST', '/reports', { key, body });
    return () =>
      world.ask({
        method: 'POST',
        path: `/api/v1/deployments/${world.deploymentId}/reports/${id}/export`,
        key,
        body: { format: 'csv' },
      });
  },
  async 'workspace.undo-move.10.user'(world) {
    const { key } = world.person;
    const undoIds: string[] = [];
    for (let count = 0; count < MOST_RUNS; count += 1) {
      const items = (await world.insertReports(ITEMS)).map((id) => ({ type: 'REPORT', id }));
      const body = { items, folderId: world.folders[0] };
      const { undoId } = await world.deploymentCall<{ undoId: string }>('POST', '/workspace/bulk-move', {
        key,
        body,
      });
      undoIds.push(undoId);
    }
    return () => world.deploymentCall('POST', `/workspace/undo/${undoIds.pop()}`, { key });
  },
};
