import { databasePart } from '../db/part.ts';
import { createOutboundFetch } from '../outbound/outbound-fetch.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createAppConfigService } from './app-config-service.ts';
import { createSettingsRoutes } from './settings-routes.ts';
import { createFontCheck } from './theme-fonts.ts';

/** Looks at the fonts of a theme that is set: fetches them. */
export const fontCheckPart = part({
  name: 'check of fonts',
  needs: { settings },
  make: ({ settings: { outboundNetworks: privateNetworks } }) => ({
    provides: createFontCheck((maxBytes) => createOutboundFetch({ privateNetworks, maxBytes })),
  }),
});

/** Settings of accounts: what is read and set. */
export const appConfigPart = part({
  name: 'look and limits of accounts',
  needs: { database: databasePart, checkFonts: fontCheckPart },
  make: ({ database: { db }, checkFonts }) => ({ provides: createAppConfigService(db, checkFonts) }),
});

/** The account's settings, its look and its hosts of pictures. */
export const settingsPart = part({
  name: 'settings of accounts',
  needs: { settings, database: databasePart, appConfig: appConfigPart },
  make: ({ settings: { brand }, database: { db }, appConfig }) => ({
    operations: createSettingsRoutes({ db, brand, appConfig }),
  }),
});
