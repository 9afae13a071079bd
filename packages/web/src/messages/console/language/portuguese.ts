import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const languagePortuguese: Translation<typeof languageEnglish> = {
  language: {
    title: 'Idioma',
    label: 'Idioma da consola',
    hint: 'As mensagens que lhe são enviadas também são escritas neste idioma.',
    ofBrowser: 'Como o navegador: {{language}}',
  },
};
