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

/** Draws reports and dashboards; undefined where there is no Chromium. */
export const picturesPart = part({
  name: 'browser',
  needs: { settings, database: databasePart },
  make({ settings: { chromium, brand }, database: { db } }): {
    provides: DrawPicture | undefined;
    close(): Promise<void>;
  } {
    const browser = chromium === undefined ? undefined : createSharedBrowser({ path: chromium });
    return {
      provides: browser && createChromiumPictures({ browser, db, brand }),
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
  },
  make: ({ settings: { brand }, ...needed }) => ({
    provides: createDashboardRendering({ ...needed, brand }),
  }),
});
