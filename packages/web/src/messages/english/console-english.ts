import { appEnglish } from './app-english.ts';
import { consoleOwnEnglish } from './console-own-english.ts';
import { signInEnglish } from './sign-in-english.ts';

/**
 * The English texts of the console: of the way in, of the rooms that the embedded application has as well, and of its
 * own pages.
 */
export const consoleEnglish = { ...signInEnglish, ...appEnglish, ...consoleOwnEnglish } as const;
