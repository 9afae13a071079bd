import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const dashboardsSwedish: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Bädda in den här översikten',
    notAllowed: 'Signerad inbäddning är inte tillåten för den här översikten än.',
    allow: 'Tillåt det',
    notShared: 'Ingen inbäddad kund har åtkomst',
    notSharedText:
      'En session skulle inte hitta någon översikt. Dela den här arbetsboken, eller en mapp ovanför den, med en inbäddad kund eller med alla inbäddade användare.',
    tenant: 'Inbäddad kund',
    tenantHint: 'De som den här översikten är delad med',
    session: 'Skapa på er server en session för varje läsare. Den kan användas en gång, inom fem minuter.',
    attributes:
      'Där modellens åtkomstpolicyer läser läsarens attribut, lägg till userAttributes; utan dem har diagrammen inga rader.',
    sessionLabel: 'Anrop som skapar en session',
    frameLabel: 'Översiktens ram',
    frame: 'Läs in översikten med den på er sida:',
  },
  versions: {
    title: 'Versioner',
    none: 'Ingenting har publicerats än.',
    unloaded: 'Versionerna kunde inte läsas in',
    number: 'Version {{version}}',
    current: 'Vad läsare ser',
    newest: 'Senaste',
    publishedBy: '{{time}}, av {{user}}',
    restoredFrom: 'Efter att version {{version}} återställdes',
    restore: 'Återställ',
    restoreLabel: 'Återställ version {{version}}',
    restoreTitle: 'Återställ version {{version}}?',
    restoreText:
      'Versionens utkast och rapporter ersätter de nuvarande. Det som inte var publicerat av dem går förlorat. Läsare ser den när den har publicerats.',
    deleteOthers: 'Ta bort rapporterna som den här versionen inte har',
    addedLater: 'Tillagda sedan dess: {{names}}',
    restored: 'Version {{version}} är nu utkastet. Publicera den så att läsare ser den.',
  },
  status: {
    unpublish: 'Avpublicera',
    unpublishTitle: 'Avpublicera den här översikten?',
    unpublishText:
      'Bara de som redigerar arbetsboken ser den tills den publiceras igen. Dess adress är densamma.',
    archive: 'Arkivera',
    archiveTitle: 'Arkivera den här översikten?',
    archiveText:
      'Den används inte längre: bara de som redigerar arbetsboken ser den, tills den publiceras igen.',
    show: 'Visa den för läsare igen',
    showTitle: 'Visa den här översikten för läsare igen?',
    showText: 'Läsare ser dess senaste version på samma adress.',
  },
};
