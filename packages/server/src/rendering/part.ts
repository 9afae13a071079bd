import { databasePart } from '../db/part.ts';
import { embedDashboardsPart } from '../embedding/embed-dashboards/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { reportOutputsPart } from '../python/part.ts';
import { credentialFinderPart, securityContextPart } from '../query/caller-parts.ts';
import { enginePart } from '../query/engine-part.ts';
import { createChromiumPictures } from './chromium-pictures.ts';
import { createDashboardRendering } from './dashboard-rendering.ts';
import type { DrawPicture } from './draw-picture.ts';
import { createSharedBrowser } from './shared-browser.ts';
import { appConfigPart } from '../settings/part.ts';
import { agentServicePart } from '../agents/agent-service-part.ts';
import { createFindViewerSummaries } from '../agents/summaries/viewer-summaries.ts';

/** Draws reports and dashboards; undefined where there is no Chromium. */
export const picturesPart = part({
  name: 'browser',
  needs: { settings, appConfig: appConfigPart },
  make({ settings: { chromium, brand }, appConfig }): {
    provides: DrawPicture | undefined;
    close(): Promise<void>;
  } {
    const browser = chromium === undefined ? undefined : createSharedBrowser({ path: chromium });
    return {
      provides: browser && createChromiumPictures({ browser, appConfig, brand }),
      close: async () => browser?.close(),
    };
  },
});

/** Dashboards as one viewer sees them. */
export const renderingPart = part({
  name: 'rendering of dashboards',
  needs: {
    settings,
    database: databasePart,
    engine: enginePart,
    readSecurityContext: securityContextPart,
    credentialsOf: credentialFinderPart,
    embedDashboards: embedDashboardsPart,
    outputs: reportOutputsPart,
    appConfig: appConfigPart,
    agents: agentServicePart,
  },
  make({ settings: { brand }, agents, ...needed }) {
    const { database, appConfig } = needed;
    const findSummaries = createFindViewerSummaries({ db: database.db, appConfig, agents });
    return { provides: createDashboardRendering({ ...needed, brand, findSummaries }) };
  },
});
