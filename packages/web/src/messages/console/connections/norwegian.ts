import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const connectionsNorwegian: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Tilkoblede kontoer',
    hint: 'Datakilder som leses med din egen tilgang. Oriel oppbevarer tilgangen for deg og viser den ikke til noen.',
    unloaded: 'De tilkoblede kontoene dine kunne ikke lastes inn',
    none: 'Ingenting å koble til',
    noneText: 'Ingen datakilde i denne kontoen leses med brukernes tilgang.',
    connect: 'Koble til',
    reconnect: 'Koble til igjen',
    disconnect: 'Koble fra',
    connectNamed: 'Koble til {{name}}',
    disconnectNamed: 'Koble fra {{name}}',
    until: 'Tilgangen fornyes av seg selv; nå til {{time}}.',
    since: 'Koblet til {{time}}.',
    connected: 'Du er koblet til.',
    failed: 'Du er ikke koblet til. Årsaken står nedenfor.',
    lastError: 'Siste feil: {{error}}',
    status: {
      active: 'Koblet til',
      expired: 'Avsluttet',
      error: 'Mislyktes',
      none: 'Ikke koblet til',
    },
    remove: {
      title: 'Koble fra {{name}}?',
      text: 'Diagrammer fra disse datakildene viser deg ingenting før du kobler til igjen. Det andre ser, endres ikke.',
    },
  },
};
