import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const dashboardsGerman: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Dieses Dashboard einbetten',
    notAllowed: 'Signiertes Einbetten ist für dieses Dashboard noch nicht erlaubt.',
    allow: 'Erlauben',
    notShared: 'Kein eingebetteter Mandant hat Zugriff',
    notSharedText:
      'Eine Sitzung fände kein Dashboard. Geben Sie diese Arbeitsmappe oder einen Ordner darüber für einen eingebetteten Mandanten oder für alle eingebetteten Benutzer frei.',
    tenant: 'Eingebetteter Mandant',
    tenantHint: 'Die, für die dieses Dashboard freigegeben ist',
    session:
      'Erzeugen Sie auf Ihrem Server für jeden Betrachter eine Sitzung. Sie kann einmal verwendet werden, innerhalb von fünf Minuten.',
    attributes:
      'Wo Zugriffsrichtlinien des Modells Attribute des Betrachters lesen, fügen Sie userAttributes hinzu; ohne sie haben die Diagramme keine Zeilen.',
    sessionLabel: 'Anfrage, die eine Sitzung erzeugt',
    frameLabel: 'Rahmen des Dashboards',
    frame: 'Laden Sie damit das Dashboard in Ihrer Seite:',
  },
  versions: {
    title: 'Versionen',
    none: 'Es wurde noch nichts veröffentlicht.',
    unloaded: 'Die Versionen konnten nicht geladen werden',
    number: 'Version {{version}}',
    current: 'Was Betrachter sehen',
    newest: 'Neueste',
    publishedBy: '{{time}}, von {{user}}',
    restoredFrom: 'Nachdem Version {{version}} wiederhergestellt wurde',
    restore: 'Wiederherstellen',
    restoreLabel: 'Version {{version}} wiederherstellen',
    restoreTitle: 'Version {{version}} wiederherstellen?',
    restoreText:
      'Der Entwurf und die Berichte dieser Version ersetzen den jetzigen Stand. Was davon nicht veröffentlicht war, geht verloren. Betrachter sehen sie, sobald sie veröffentlicht wird.',
    deleteOthers: 'Berichte löschen, die diese Version nicht hat',
    addedLater: 'Seitdem hinzugekommen: {{names}}',
    restored:
      'Version {{version}} ist jetzt der Entwurf. Veröffentlichen Sie sie, damit Betrachter sie sehen.',
  },
  status: {
    unpublish: 'Veröffentlichung aufheben',
    unpublishTitle: 'Veröffentlichung dieses Dashboards aufheben?',
    unpublishText:
      'Nur wer die Arbeitsmappe bearbeitet, sieht es, bis es wieder veröffentlicht wird. Seine Adresse bleibt gleich.',
    archive: 'Archivieren',
    archiveTitle: 'Dieses Dashboard archivieren?',
    archiveText:
      'Es wird nicht mehr verwendet: Nur wer die Arbeitsmappe bearbeitet, sieht es, bis es wieder veröffentlicht wird.',
    show: 'Betrachtern wieder zeigen',
    showTitle: 'Dieses Dashboard Betrachtern wieder zeigen?',
    showText: 'Betrachter sehen seine neueste Version unter derselben Adresse.',
  },
};
