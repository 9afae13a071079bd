import { accountCosts, embedCosts, scimCosts } from './embed-costs.ts';
import { batchCosts, bulkCosts } from './bulk-costs.ts';
import { changingCosts } from './changing-costs.ts';
import { modelCosts } from './model-costs.ts';
import type { CostlyOperations } from './operations.ts';
import { notificationCosts } from './notification-costs.ts';
import { readingCosts } from './reading-costs.ts';

/** Every operation that the ledger holds, in the order in which they are measured. */
export const costlyOperations: CostlyOperations = {
  ...readingCosts,
  ...changingCosts,
  ...bulkCosts,
  ...embedCosts,
  ...accountCosts,
  ...scimCosts,
  ...modelCosts,
  ...notificationCosts,
  ...batchCosts,
};
