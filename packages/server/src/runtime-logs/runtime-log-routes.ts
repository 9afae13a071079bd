import type { runtimeLogOperations } from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { createRuntimeLogService, type RuntimeLogOptions } from './runtime-log-service.ts';

/** Makes the handlers of runtimes and their logs. */
export function createRuntimeLogRoutes(options: RuntimeLogOptions): Handlers<typeof runtimeLogOperations> {
  const service = createRuntimeLogService(options);
  return {
    pods: ({ deployment, query }) => service.listPods(deployment, query),
    logs: async ({ deployment, query }) => service.readLogs(deployment, query),
  };
}
