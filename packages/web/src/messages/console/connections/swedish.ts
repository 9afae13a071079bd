import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const connectionsSwedish: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Anslutna konton',
    hint: 'Datakällor som läses med din egen åtkomst. Oriel förvarar åtkomsten åt dig och visar den inte för någon.',
    unloaded: 'Dina anslutna konton kunde inte läsas in',
    none: 'Inget att ansluta till',
    noneText: 'Ingen datakälla i kontot läses med användarnas åtkomst.',
    connect: 'Anslut',
    reconnect: 'Anslut igen',
    disconnect: 'Koppla från',
    connectNamed: 'Anslut till {{name}}',
    disconnectNamed: 'Koppla från {{name}}',
    until: 'Åtkomsten förnyas av sig själv; nu till {{time}}.',
    since: 'Ansluten {{time}}.',
    connected: 'Du är ansluten.',
    failed: 'Du är inte ansluten. Orsaken står nedan.',
    lastError: 'Senaste fel: {{error}}',
    status: {
      active: 'Ansluten',
      expired: 'Avslutad',
      error: 'Misslyckades',
      none: 'Inte ansluten',
    },
    remove: {
      title: 'Koppla från {{name}}?',
      text: 'Diagram från dess datakällor visar dig ingenting förrän du ansluter igen. Vad andra ser ändras inte.',
    },
  },
};
