import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const attributesNorwegian: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Attributter',
    hint: 'Opplysninger om brukere som tilgangsregler og filtre i datamodeller leser, for eksempel en region.',
    create: 'Nytt attributt',
    none: 'Ingen attributter ennå',
    noneText:
      'Med et attributt viser én tilgangsregel hver bruker radene for sin egen region, butikk eller kunde.',
    unloaded: 'Attributtene kunne ikke lastes inn',
    noDefault: 'Ingen',
    editNamed: 'Rediger {{name}}',
    ofUser: 'Attributter for {{name}}',
    noneToSet: 'Kontoen har ingen attributter ennå. De opprettes på siden Attributter.',
    column: {
      name: 'Attributt',
      type: 'Type',
      default: 'Standard',
      actions: 'Handlinger',
    },
    type: {
      string: 'Tekst',
      number: 'Tall',
      boolean: 'Sant eller usant',
      string_array: 'Liste med tekster',
      number_array: 'Liste med tall',
    },
    valueHint: {
      string: 'En tekst. Tomt for ingen.',
      number: 'Et tall. Tomt for ingen.',
      boolean: 'true eller false. Tomt for ingen.',
      string_array: 'Tekster med komma mellom. Tomt for ingen.',
      number_array: 'Tall med komma mellom. Tomt for ingen.',
    },
    form: {
      create: 'Nytt attributt',
      edit: 'Rediger {{name}}',
      name: 'Navn',
      nameHint: 'Slik modeller skriver det: userAttributes.NAME. Det kan ikke endres senere.',
      type: 'Type',
      displayName: 'Visningsnavn',
      description: 'Beskrivelse',
      default: 'Standard',
    },
  },
};
