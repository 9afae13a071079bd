import type { Dashboard } from '@oriel/contract';
import { carryOutRun } from '../test/notification-app.ts';
import type { CostlyOperations } from './operations.ts';
import type { CostWorld } from './cost-world.ts';

/** A dashboard of one table, which every user may see. */
async function publishTable({ database, deploymentId, deploymentCall }: CostWorld): Promise<Dashboard> {
  const { id: workbookId } = await deploymentCall('POST', '/workbooks', { body: { name: 'To be mailed' } });
  const jsonQuery = JSON.stringify({ measures: ['sales.total'], dimensions: ['sales.region'] });
  const { id: reportId } = await deploymentCall('POST', '/reports', {
    body: { name: 'By region', workbookId, jsonQuery, meta: { kind: 'table', spec: {} } },
  });
  await database.pool.query(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
     values ($1, 'WORKBOOK', $2, 'ORGANIZATION', 0, 1)`,
    [deploymentId, workbookId],
  );
  const widgets = [
    { id: 'sales', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 6 }, config: { reportId } },
  ];
  return deploymentCall<Dashboard>('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, title: 'Sales', config: { title: 'Sales', widgets } },
  });
}

/** What is mailed. */
export const notificationCosts: CostlyOperations = {
  async 'notifications.run.one-recipient'(world) {
    const { publicId } = await publishTable(world);
    const body = { dashboardPublicId: publicId, scheduleType: 'HOURLY' };
    const { id } = await world.deploymentCall('POST', '/notifications', { body });
    // More at once would be waited for in an order of their own each time.
    await world.deploymentCall('POST', `/notifications/${id}/recipients`, {
      body: { recipients: [{ type: 'USER', userId: world.person.id }] },
    });
    const { mailRoom, mails, ownDatabase } = world;
    const server = { database: ownDatabase, get: world.get };
    return async () => {
      const before = mails.length;
      const run = await world.deploymentCall('POST', `/notifications/${id}/run`);
      const failure = await carryOutRun(server, run.id, { mailRoom });
      if (failure !== undefined) throw new Error('A run has failed', { cause: failure });
      if (mails.length !== before + 1) throw new Error(`${mails.length - before} mails were sent`);
    };
  },
};
