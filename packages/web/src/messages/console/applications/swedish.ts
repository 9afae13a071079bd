import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const applicationsSwedish: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Program',
    hint: 'Det du har låtit agera för dig, till exempel Oriels kommandorad. Allt kan återkallas när som helst.',
    none: 'Inga program',
    noneText: 'Ett program visas här när du har tillåtit det att agera för dig.',
    unloaded: 'Programmen kunde inte läsas in',
    builtIn: 'En del av Oriel',
    remembered: 'Frågar inte igen',
    write: 'Läser och ändrar',
    read: 'Läser',
    identity: 'Loggar in dig',
    allDeployments: 'Alla distributioner',
    onPhone: 'Sedan {{since}}, senast använt {{used}}',
    withdraw: 'Återkalla',
    withdrawNamed: 'Återkalla {{name}}',
    withdrawTitle: 'Återkalla {{name}}?',
    withdrawText:
      'Det som programmet gör för dig just nu bryts vid dess nästa anrop. Det kan inte ges tillbaka här: programmet måste fråga dig igen.',
    column: {
      name: 'Program',
      gets: 'Får',
      since: 'Sedan',
      lastUsed: 'Senast använt',
      actions: 'Åtgärder',
    },
  },
};
