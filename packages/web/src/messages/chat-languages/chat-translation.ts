import type { chatEnglish } from '../chat-english.ts';
import type { Translation } from '../translation.ts';

/** The texts of the chat in another language. */
export type ChatTranslation = Translation<typeof chatEnglish>;
