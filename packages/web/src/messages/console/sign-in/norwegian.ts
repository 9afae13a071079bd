import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const signInNorwegian: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Velg et nytt passord',
    set: 'Lagre passordet',
    revokesKeys: 'Trekk også tilbake API-nøklene mine og tillatte programmer',
    revokesKeysHint: 'Hvis andre kan ha hatt tilgang. Programmer som bruker dem, stopper.',
  },
  invitation: {
    title: 'Velkommen',
    hint: 'Velg et passord med minst {{count}} tegn.',
    password: 'Nytt passord',
    again: 'Det samme igjen',
    different: 'De to er forskjellige.',
    accept: 'Lagre passordet',
  },
};
