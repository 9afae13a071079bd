import type { chatEnglish } from '../english/chat-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the chat in another language. */
export type ChatTranslation = Translation<typeof chatEnglish>;
