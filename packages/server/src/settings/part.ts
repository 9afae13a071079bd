import { databasePart } from '../db/part.ts';
import { createOutboundFetch } from '../outbound/outbound-fetch.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
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

/** The account's settings, its look and its hosts of pictures. */
export const settingsPart = part({
  name: 'settings of accounts',
  needs: { settings, database: databasePart, checkFonts: fontCheckPart },
  make: ({ settings: { brand }, database: { db }, checkFonts }) => ({
    operations: createSettingsRoutes({ db, brand, checkFonts }),
  }),
});
