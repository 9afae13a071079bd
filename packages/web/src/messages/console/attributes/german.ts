import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const attributesGerman: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Attribute',
    hint: 'Tatsachen über Benutzer, die Zugriffsrichtlinien und Filter von Datenmodellen lesen, zum Beispiel eine Region.',
    create: 'Neues Attribut',
    none: 'Noch keine Attribute',
    noneText:
      'Mit einem Attribut zeigt eine Zugriffsrichtlinie jedem Benutzer die Zeilen seiner Region, seines Ladens oder seines Kunden.',
    unloaded: 'Die Attribute konnten nicht geladen werden',
    noDefault: 'Keiner',
    editNamed: '{{name}} bearbeiten',
    ofUser: 'Attribute von {{name}}',
    noneToSet: 'Das Konto hat noch keine Attribute. Sie werden auf der Seite Attribute angelegt.',
    column: {
      name: 'Attribut',
      type: 'Typ',
      default: 'Standard',
      actions: 'Aktionen',
    },
    type: {
      string: 'Text',
      number: 'Zahl',
      boolean: 'Wahr oder falsch',
      string_array: 'Liste von Texten',
      number_array: 'Liste von Zahlen',
    },
    valueHint: {
      string: 'Ein Text. Leer für keinen.',
      number: 'Eine Zahl. Leer für keine.',
      boolean: 'true oder false. Leer für keinen.',
      string_array: 'Texte mit Kommas dazwischen. Leer für keine.',
      number_array: 'Zahlen mit Kommas dazwischen. Leer für keine.',
    },
    form: {
      create: 'Neues Attribut',
      edit: '{{name}} bearbeiten',
      name: 'Name',
      nameHint: 'So, wie Modelle ihn schreiben: userAttributes.NAME. Er lässt sich später nicht ändern.',
      type: 'Typ',
      displayName: 'Anzeigename',
      description: 'Beschreibung',
      default: 'Standard',
    },
  },
};
