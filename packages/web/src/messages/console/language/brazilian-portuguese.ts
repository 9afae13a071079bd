import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const languageBrazilianPortuguese: Translation<typeof languageEnglish> = {
  language: {
    title: 'Idioma',
    label: 'Idioma do console',
    hint: 'Os e-mails enviados a você também são escritos nele.',
    ofBrowser: 'Como o navegador: {{language}}',
  },
};
