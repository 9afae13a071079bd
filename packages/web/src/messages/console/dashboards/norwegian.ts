import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const dashboardsNorwegian: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Bygg inn dette dashbordet',
    notAllowed: 'Signert innbygging er ikke tillatt for dette dashbordet ennå.',
    allow: 'Tillat det',
    notShared: 'Ingen innebygd kunde har tilgang',
    notSharedText:
      'En økt ville ikke finne noe dashbord. Del denne arbeidsboken, eller en mappe over den, med en innebygd kunde eller med alle innebygde brukere.',
    tenant: 'Innebygd kunde',
    tenantHint: 'De som dette dashbordet er delt med',
    session: 'Lag en økt for hver leser på serveren deres. Den kan brukes én gang, innen fem minutter.',
    attributes:
      'Der modellens tilgangsregler ser på leserens attributter, legg til userAttributes; uten dem har diagrammene ingen rader.',
    sessionLabel: 'Forespørsel som lager en økt',
    frameLabel: 'Rammen til dashbordet',
    frame: 'Last inn dashbordet med den på siden deres:',
  },
  versions: {
    title: 'Versjoner',
    none: 'Ingenting er publisert ennå.',
    unloaded: 'Versjonene kunne ikke lastes inn',
    number: 'Versjon {{version}}',
    current: 'Det lesere ser',
    newest: 'Nyeste',
    publishedBy: '{{time}}, av {{user}}',
    restoredFrom: 'Etter at versjon {{version}} ble gjenopprettet',
    restore: 'Gjenopprett',
    restoreLabel: 'Gjenopprett versjon {{version}}',
    restoreTitle: 'Gjenopprette versjon {{version}}?',
    restoreText:
      'Utkastet og rapportene i denne versjonen erstatter de nåværende. Det som ikke var publisert av dem, går tapt. Lesere ser den når den er publisert.',
    deleteOthers: 'Slett rapportene som denne versjonen ikke har',
    addedLater: 'Lagt til siden da: {{names}}',
    restored: 'Versjon {{version}} er nå utkastet. Publiser den, så ser lesere den.',
  },
  status: {
    unpublish: 'Avpubliser',
    unpublishTitle: 'Avpublisere dette dashbordet?',
    unpublishText:
      'Bare de som redigerer arbeidsboken, ser det til det er publisert igjen. Adressen forblir den samme.',
    archive: 'Arkiver',
    archiveTitle: 'Arkivere dette dashbordet?',
    archiveText:
      'Det er ikke lenger i bruk: bare de som redigerer arbeidsboken, ser det, til det er publisert igjen.',
    show: 'Vis det for lesere igjen',
    showTitle: 'Vise dette dashbordet for lesere igjen?',
    showText: 'Lesere ser den nyeste versjonen på samme adresse.',
  },
};
