import { databasePart } from '../../db/part.ts';
import { allowedOriginsPart, refusedOriginsPart } from '../../embedding/part.ts';
import { settings } from '../../parts/inputs.ts';
import { part } from '../../parts/part.ts';
import { picturesPart } from '../../rendering/part.ts';
import { createPageAppearanceStore } from '../../settings/page-appearance-store.ts';
import { ownAddressPart } from '../transport/own-address-part.ts';
import { registerPages } from './pages.ts';

/** The console and the embedded surfaces. */
export const pagesPart = part({
  name: 'pages',
  needs: {
    settings,
    database: databasePart,
    allowedOrigins: allowedOriginsPart,
    refusedOrigins: refusedOriginsPart,
    ownAddress: ownAddressPart,
    drawPicture: picturesPart,
  },
  make: ({
    settings: { brand },
    database: { db },
    allowedOrigins,
    refusedOrigins,
    ownAddress,
    drawPicture,
  }) => ({
    pages: [
      (app) =>
        registerPages(app, {
          brand,
          allowedOriginsOf: allowedOrigins.listByHost,
          noteRefusedOrigin: refusedOrigins.note,
          appearanceOf: createPageAppearanceStore(db).findByHost,
          draws: drawPicture !== undefined,
          baseUrlOf: ownAddress.shown,
        }),
    ],
  }),
});
