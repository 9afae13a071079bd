import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const shellNorwegian: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Aldri',
  shell: {
    skip: 'Hopp til innholdet',
    logo: 'Hjem',
    navigation: 'Navigasjon',
    main: 'Hovedmeny',
    workspace: 'Arbeidsområde',
    chat: 'Chat',
    thisAccount: 'Konto',
    thisDeployment: 'Distribusjon',
    apiReference: 'API-referanse',
    iconsOnly: 'Vis bare symboler',
    iconsAndNames: 'Vis symboler og navn',
    unopened: 'Konsollen kunne ikke åpnes',
    deployment: 'Distribusjon',
    newDeployment: 'Ny distribusjon',
    account: 'Kontoen til {{email}}',
    shortcuts: 'Hurtigtaster',
    signOut: 'Logg ut',
    signOutUnsaved: 'Logge ut uten å lagre?',
    signOutUnsavedHint: 'Det er endringer som ikke er lagret. De går tapt når du logger ut.',
    colours: {
      label: 'Farger: {{scheme}}',
      light: 'lyse',
      dark: 'mørke',
      auto: 'som systemet',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Overalt',
      help: 'Vis denne hjelpen',
      search: 'Søk i arbeidsområdet, når det er åpent',
    },
    list: {
      place: 'I listen',
      walk: 'Gå til raden over eller under',
      open: 'Åpne raden',
      select: 'Velg raden, eller fjern valget',
      selectRange: 'Velg fra den siste til denne raden',
      selectAll: 'Velg alt som er lastet inn',
      selectNone: 'Fjern utvalget',
    },
    tree: {
      place: 'I mappetreet',
      walk: 'Gå til mappen over eller under',
      open: 'Åpne mappen, og gå så inn i den',
      close: 'Lukk mappen, og gå så til den rundt',
      ends: 'Gå til den første eller siste mappen',
      choose: 'Vis mappen',
    },
  },
};
