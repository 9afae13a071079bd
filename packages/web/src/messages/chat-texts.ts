import type { ShippedLocale } from '@oriel/embed';
import { chatEnglish } from './english/chat-english.ts';
import { loadChatTranslation } from './chat-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('chat', { en: chatEnglish });

/** The texts of the chat, wherever it is shown. */
export const { t, find: findText } = texts;

/** Loads the texts of a locale. @throws where they cannot be loaded; English stays */
export async function loadChatTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadChatTranslation(locale);
  if (translation) texts.add(locale, translation);
}
