import type { consoleOwnEnglish } from '../english/console-own-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the console's own pages in another language. */
export type ConsoleTranslation = Translation<typeof consoleOwnEnglish>;
