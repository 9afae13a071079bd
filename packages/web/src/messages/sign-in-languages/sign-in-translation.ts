import type { signInEnglish } from '../english/sign-in-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the way in in another language. */
export type SignInTranslation = Translation<typeof signInEnglish>;
