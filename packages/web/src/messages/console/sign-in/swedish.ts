import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const signInSwedish: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Ange ett nytt lösenord',
    set: 'Ange lösenord',
    revokesKeys: 'Återkalla även mina API-nycklar och tillåtna program',
    revokesKeysHint: 'Om andra kan ha haft åtkomst. Program som använder dem slutar fungera.',
  },
  invitation: {
    title: 'Välkommen',
    hint: 'Välj ett lösenord med minst {{count}} tecken.',
    password: 'Nytt lösenord',
    again: 'Samma igen',
    different: 'De två är olika.',
    accept: 'Ange lösenord',
  },
};
