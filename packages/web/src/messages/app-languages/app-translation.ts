import type { appEnglish } from '../english/app-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the embedded application in another language. */
export type AppTranslation = Translation<typeof appEnglish>;
