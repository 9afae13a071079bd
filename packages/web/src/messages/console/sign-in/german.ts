import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const signInGerman: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Anderes Kennwort festlegen',
    set: 'Kennwort festlegen',
    revokesKeys: 'Auch meine API-Schlüssel und zugelassenen Anwendungen widerrufen',
    revokesKeysHint: 'Falls andere Zugang gehabt haben könnten. Programme, die sie verwenden, hören auf.',
  },
  invitation: {
    title: 'Willkommen',
    hint: 'Wählen Sie ein Kennwort mit mindestens {{count}} Zeichen.',
    password: 'Neues Kennwort',
    again: 'Noch einmal dasselbe',
    different: 'Die beiden sind verschieden.',
    accept: 'Kennwort festlegen',
  },
};
