import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const oauthNorwegian: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Tillat tilgang',
      title: 'Tillate {{name}}?',
      asks: '{{name}} ber om å få handle for deg i {{account}}.',
      signedInAs: 'Du er logget inn som {{email}}.',
      notYou: 'Bruk en annen konto',
      gets: 'Hva programmet får',
      address: 'Sier at det er på {{host}}',
      builtIn: 'Del av Oriel',
      goesTo: 'Du går videre til {{host}}.',
      goesToProgram: 'Du går tilbake til et program på denne maskinen.',
      remember: 'Ikke spør igjen',
      rememberHint: 'Det får det samme i et år, med mindre du trekker det tilbake.',
      withdraw: 'Du kan trekke dette tilbake når som helst under Programmer.',
      allow: 'Tillat',
      deny: 'Avslå',
      gone: 'Denne forespørselen er ikke åpen lenger',
      goneText: 'Den er utløpt, eller den er allerede besvart. Gå tilbake til programmet og begynn på nytt.',
      again: 'Logg inn på nytt først',
      againText: '{{name}} vil være sikker på at det er deg: logg inn én gang til, så kommer du tilbake hit.',
      unloaded: 'Forespørselen kunne ikke lastes inn',
    },
    scope: {
      write: 'Lese og endre alt du har lov til',
      read: 'Lese alt du kan se, og ikke endre noe',
      everywhere: 'I alle distribusjonene dine',
      somewhere_one: 'I én distribusjon: {{names}}',
      somewhere_other: 'I {{count, number}} distribusjoner: {{names}}',
      identity: 'Vite at det er deg',
      email: 'Vite e-postadressen din',
      offline: 'Fortsette mens du er borte, til du trekker det tilbake',
      nothing: 'Ingenting annet enn at du har samtykket',
    },
    device: {
      title: 'Koble til en enhet',
      hint: 'Skriv inn koden som terminalen eller enheten viser.',
      code: 'Kode',
      codeExample: 'XXXX-XXXX',
      next: 'Fortsett',
      wrong: 'Koden er feil, er utløpt eller er brukt. Se på enheten igjen, eller begynn der på nytt.',
      compare: 'Viser enheten din denne koden?',
      warning:
        'Fortsett bare hvis du har begynt på dette selv. En kode eller lenke du har fått tilsendt, er en felle: avslå den, ellers handler avsenderen som deg.',
      from: 'Bedt om fra {{address}}',
      fromProgram: 'Bedt om fra {{address}} av {{program}}',
      other: 'Skriv inn en annen kode',
      allowed: 'Enheten din er koblet til',
      allowedText: 'Fortsett der. Du kan lukke denne siden.',
      denied: 'Ingenting ble tillatt',
      deniedText: 'Enheten har fått vite det. Du kan lukke denne siden.',
    },
  },
};
