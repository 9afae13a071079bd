import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const dashboardsItalian: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Incorpora questa dashboard',
    notAllowed: 'L’incorporamento firmato non è ancora consentito per questa dashboard.',
    allow: 'Consentilo',
    notShared: 'Nessun cliente incorporato ha accesso',
    notSharedText:
      'Una sessione non troverebbe alcuna dashboard. Condivida questa cartella di lavoro, o una cartella che la contiene, con un cliente incorporato o con tutti gli utenti incorporati.',
    tenant: 'Cliente incorporato',
    tenantHint: 'Quelli con cui questa dashboard è condivisa',
    session:
      'Sul Suo server, generi una sessione per ogni lettore. Si può usare una volta, entro cinque minuti.',
    attributes:
      'Dove i criteri di accesso del modello leggono attributi del lettore, aggiunga userAttributes; senza di essi i grafici non hanno righe.',
    sessionLabel: 'Richiesta che genera una sessione',
    frameLabel: 'Cornice della dashboard',
    frame: 'Nella Sua pagina, carichi la dashboard con essa:',
  },
  versions: {
    title: 'Versioni',
    none: 'Non è stato ancora pubblicato nulla.',
    unloaded: 'Impossibile caricare le versioni',
    number: 'Versione {{version}}',
    current: 'Ciò che vedono i lettori',
    newest: 'La più recente',
    publishedBy: '{{time}}, da {{user}}',
    restoredFrom: 'Dopo il ripristino della versione {{version}}',
    restore: 'Ripristina',
    restoreLabel: 'Ripristina la versione {{version}}',
    restoreTitle: 'Ripristinare la versione {{version}}?',
    restoreText:
      'La bozza e i rapporti di questa versione prendono il posto di quelli attuali. Ciò che non ne era pubblicato va perso. I lettori la vedono quando viene pubblicata.',
    deleteOthers: 'Elimina i rapporti che questa versione non ha',
    addedLater: 'Aggiunti da allora: {{names}}',
    restored: 'La versione {{version}} è ora la bozza. La pubblichi perché i lettori la vedano.',
  },
  status: {
    unpublish: 'Annulla la pubblicazione',
    unpublishTitle: 'Annullare la pubblicazione di questa dashboard?',
    unpublishText:
      'La vedono solo coloro che modificano la cartella di lavoro, finché non viene ripubblicata. Il suo indirizzo resta lo stesso.',
    archive: 'Archivia',
    archiveTitle: 'Archiviare questa dashboard?',
    archiveText:
      'Non viene più usata: la vedono solo coloro che modificano la cartella di lavoro, finché non viene ripubblicata.',
    show: 'Mostrala di nuovo ai lettori',
    showTitle: 'Mostrare di nuovo questa dashboard ai lettori?',
    showText: 'I lettori vedono la sua versione più recente allo stesso indirizzo.',
  },
};
