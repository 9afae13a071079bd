import { parameter } from './define-parameter.ts';
import { id, text } from '../schema.ts';

/** Path parameters of dashboards. */
export const dashboardParameters = {
  publicId: parameter(
    text('Public id of the dashboard.', { minLength: 1, maxLength: 64, example: 'Zk3pQ9rT1xWb' }),
    'dashboard_not_found',
  ),
  versionNumber: parameter(
    id('Number of the version of the dashboard, from 1.'),
    'dashboard_version_not_found',
  ),
};
