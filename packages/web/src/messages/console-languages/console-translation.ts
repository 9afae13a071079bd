import type { consoleOwnEnglish } from '../console-own-english.ts';
import type { Translation } from '../translation.ts';

/** The texts of the console's own pages in another language. */
export type ConsoleTranslation = Translation<typeof consoleOwnEnglish>;
