import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const connectionsGerman: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Verbundene Konten',
    hint: 'Datenquellen, die mit Ihrem eigenen Zugang gelesen werden. Oriel verwahrt den Zugang für Sie und zeigt ihn niemandem.',
    unloaded: 'Ihre verbundenen Konten konnten nicht geladen werden',
    none: 'Nichts zu verbinden',
    noneText: 'Keine Datenquelle dieses Kontos wird mit dem Zugang ihrer Benutzer gelesen.',
    connect: 'Verbinden',
    reconnect: 'Neu verbinden',
    disconnect: 'Trennen',
    connectNamed: 'Mit {{name}} verbinden',
    disconnectNamed: 'Von {{name}} trennen',
    until: 'Der Zugang erneuert sich von selbst; derzeit gilt er bis {{time}}.',
    since: 'Verbunden am {{time}}.',
    connected: 'Sie sind verbunden.',
    failed: 'Sie sind nicht verbunden. Der Grund steht unten.',
    lastError: 'Letzter Fehler: {{error}}',
    status: {
      active: 'Verbunden',
      expired: 'Beendet',
      error: 'Fehlgeschlagen',
      none: 'Nicht verbunden',
    },
    remove: {
      title: 'Von {{name}} trennen?',
      text: 'Diagramme dieser Datenquellen zeigen Ihnen nichts, bis Sie sich wieder verbinden. Was andere sehen, ändert sich nicht.',
    },
  },
};
