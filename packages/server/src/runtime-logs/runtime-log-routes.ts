import type { runtimeLogOperations } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Handlers } from '../http/handler.ts';
import { createRuntimeLogService } from './runtime-log-service.ts';
import type { RuntimeLog } from './runtime-log.ts';

/** Makes the handlers of runtimes and their logs. */
export function createRuntimeLogRoutes(options: {
  engine: Engine;
  log: RuntimeLog;
}): Handlers<typeof runtimeLogOperations> {
  const service = createRuntimeLogService(options);
  return {
    pods: ({ deployment, query }) => service.listPods(deployment, query),
    logs: async ({ deployment, query }) => service.readLogs(deployment, query),
  };
}
