import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const attributesSwedish: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Attribut',
    hint: 'Uppgifter om användare som datamodellernas åtkomstpolicyer och filter läser, till exempel en region.',
    create: 'Nytt attribut',
    none: 'Inga attribut än',
    noneText:
      'Med ett attribut visar en enda åtkomstpolicy varje användare raderna för deras egen region, butik eller kund.',
    unloaded: 'Attributen kunde inte läsas in',
    noDefault: 'Inget',
    editNamed: 'Redigera {{name}}',
    ofUser: 'Attribut för {{name}}',
    noneToSet: 'Kontot har inga attribut än. De skapas på sidan Attribut.',
    column: {
      name: 'Attribut',
      type: 'Typ',
      default: 'Standard',
      actions: 'Åtgärder',
    },
    type: {
      string: 'Text',
      number: 'Tal',
      boolean: 'Sant eller falskt',
      string_array: 'Lista med texter',
      number_array: 'Lista med tal',
    },
    valueHint: {
      string: 'En text. Tomt för ingen.',
      number: 'Ett tal. Tomt för inget.',
      boolean: 'true eller false. Tomt för inget.',
      string_array: 'Texter med kommatecken emellan. Tomt för inga.',
      number_array: 'Tal med kommatecken emellan. Tomt för inga.',
    },
    form: {
      create: 'Nytt attribut',
      edit: 'Redigera {{name}}',
      name: 'Namn',
      nameHint: 'Så som modeller skriver det: userAttributes.NAME. Det kan inte ändras senare.',
      type: 'Typ',
      displayName: 'Visningsnamn',
      description: 'Beskrivning',
      default: 'Standard',
    },
  },
};
