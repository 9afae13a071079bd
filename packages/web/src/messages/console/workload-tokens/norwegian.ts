import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const workloadTokensNorwegian: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Arbeidslasttokener',
    hint: 'Med disse tokenene, som varer i en time, identifiserer kjøremiljøer seg overfor skyer og tjenestene deres.',
    unloaded: 'Konfigurasjonene kunne ikke lastes inn',
    none: 'Ingen konfigurasjoner ennå',
    noneText: 'Opprett en for hver av dem som skal stole på kjøremiljøene deres.',
    create: 'Ny konfigurasjon',
    actionsFor: 'Handlinger for {{name}}',
    isOn: 'Kjøremiljøer får tokener',
    isOnHint: 'Bryteren for hele kontoen.',
    enabled: 'På',
    disabled: 'Av',
    enable: 'Slå på',
    disable: 'Slå av',
    column: {
      name: 'Navn',
      variable: 'Variabel',
      state: 'Status',
      actions: 'Handlinger',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'En annen',
    },
    form: {
      create: 'Ny konfigurasjon',
      edit: 'Rediger {{name}}',
      name: 'Navn',
      nameHint: 'Små bokstaver, sifre og bindestreker; navnet på filen.',
      kind: 'Hvem som stoler på tokenene',
      audience: 'Målgruppe',
      subject: 'Subjekt',
      subjectHint: 'Med {deployment_id}, {component} og {region}; tomt er svc:deployment:{deployment_id}.',
      variable: 'Miljøvariabel',
      variableHint: 'Inneholder filens bane i hvert kjøremiljø.',
      claims: 'Flere claims',
      claimsHint: 'Et JSON-objekt med tekster, eller lister med tekster.',
      claimsFault: 'Dette er ikke et JSON-objekt.',
    },
    delete: {
      title: 'Slette {{name}}?',
      text: 'Filene fjernes. Tokener som er lest fra dem, varer til de utløper, innen en time.',
    },
  },
};
