import { embedDashboardsPart } from '../embedding/embed-dashboards/part.ts';
import { requestsPart } from '../http/requests-part.ts';
import { input, part } from '../parts/part.ts';
import { credentialFinderPart, securityContextPart } from './caller-parts.ts';
import { enginePart } from './engine-part.ts';
import { createQueryHandlers, registerQueryApi } from './query-api.ts';
import { runtimeMetrics } from './runtime-metrics.ts';

/**
 * After so many milliseconds `/load` tells its caller to ask again; default 5,000, as clients of this protocol expect.
 */
export const loadWait = input<number>('wait of a query', () => 5_000);

/** The query API. */
export const queryPart = part({
  name: 'query API',
  needs: {
    engine: enginePart,
    readSecurityContext: securityContextPart,
    credentialsOf: credentialFinderPart,
    dashboards: embedDashboardsPart,
    loadWaitMs: loadWait,
    requests: requestsPart,
  },
  make({ dashboards, requests, ...asked }) {
    const operations = createQueryHandlers({ ...asked, checkDashboard: dashboards.check });
    return {
      operations,
      pages: [(app) => registerQueryApi(app, { ...requests, handlers: operations })],
      metrics: [() => runtimeMetrics(asked.engine)],
    };
  },
});
