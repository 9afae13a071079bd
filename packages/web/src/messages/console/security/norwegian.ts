import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const securityNorwegian: Translation<typeof securityEnglish> = {
  security: {
    title: 'Min sikkerhet',
    hint: 'Hvordan du logger inn, og hvor du er logget inn.',
    password: {
      title: 'Passord',
      hint: 'En endring avslutter de andre øktene dine.',
      current: 'Nåværende passord',
      change: 'Bytt passord',
      changed: 'Passordet ditt er byttet.',
    },
    totp: {
      since: 'Satt opp siden {{day}}',
      remove: 'Fjern',
      removeTitle: 'Fjerne autentiseringsappen?',
      removeText:
        'Kodene etterspørres ikke lenger. Uten en annen faktor er passordet ditt alt som beskytter kontoen.',
    },
    passkeys: {
      name: 'Navn',
      added: 'Lagt til',
      lastUsed: 'Sist brukt',
      actions: 'Handlinger',
      rename: 'Gi nytt navn',
      renameNamed: 'Gi {{name}} nytt navn',
      remove: 'Fjern',
      removeNamed: 'Fjern {{name}}',
      removeTitle: 'Fjerne {{name}}?',
      removeText: 'Den logger deg ikke inn lenger. Fjern den fra enheten også.',
    },
    codes: {
      title: 'Gjenopprettingskoder',
      hint: 'Hver av dem erstatter den andre faktoren én gang, hvis du har mistet den.',
      left_one: '{{count}} kode igjen',
      left_other: '{{count}} koder igjen',
      renew: 'Nye koder',
      renewTitle: 'Lage nye gjenopprettingskoder?',
      renewText: 'Kodene du har, virker ikke lenger.',
    },
    sessions: {
      title: 'Økter',
      hint: 'Hvor du er logget inn. Bytt passord hvis det er en du ikke kjenner.',
      device: 'Enhet',
      address: 'Adresse',
      method: 'Logget inn med',
      lastUsed: 'Sist brukt',
      current: 'Denne',
      unknown: 'Ukjent nettleser',
      browserOn: '{{browser}} på {{system}}',
      actions: 'Handlinger',
      end: 'Avslutt',
      endNamed: 'Avslutt økten på {{device}}',
      endOthers: 'Avslutt alle andre',
      endOthersTitle: 'Avslutte alle andre økter?',
      endOthersText: 'Alle andre nettlesere må logge inn på nytt.',
      onPhone: '{{address}}, sist brukt {{day}}',
      methods: {
        password: 'Passord',
        passkey: 'Tilgangsnøkkel',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
