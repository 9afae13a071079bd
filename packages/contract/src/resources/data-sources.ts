import { signedIn } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { integer, nullish, object, oneOf, text, type Static } from '../schema.ts';

const DataSourceStatus = oneOf('Whether the data source has answered.', ['ok', 'failed']);

export const DataSourceTest = object('What came of asking a data source.', {
  name: text('Name of the data source.', { example: 'default' }),
  status: DataSourceStatus,
  reason: nullish(
    text(
      'Why it has not answered, in words that name what to change: the variable, the host that was not found, ' +
        'the certificate, the login.',
    ),
  ),
  elapsedMs: integer('Milliseconds until it has answered.', { minimum: 0, example: 12 }),
});
export type DataSourceTest = Static<typeof DataSourceTest>;

const operation = operationsTagged('Data Sources');

export const dataSourceOperations = {
  testDataSource: operation('POST /api/v1/deployments/{deploymentId}/data-sources/{dataSourceName}/test', {
    summary: 'Test a data source',
    description:
      'Connects to a data source as the variables of the deployment say and has it answer a statement without rows, ' +
      'within five seconds. A source that is away is no fault of the request: it answers `failed` and the reason. ' +
      'Where each user reads with a token of their own, there is nobody to ask as, and the source counts as `ok`.',
    access: { ...signedIn, permission: 'SecretsManage' },
    answer: DataSourceTest,
  }),
};
