import { consoleEnglish } from './console-english.ts';
import { createTexts } from './texts.ts';

/** The texts of the console: everything in it that is neither data nor the server's own sentence. */
export const { t } = createTexts('console', { en: consoleEnglish });
