import { testTranslations } from '../../../test/test-translations.ts';
import { chatEnglish } from '../english/chat-english.ts';
import { loadChatTranslation } from './index.ts';

testTranslations({ of: 'the chat', english: chatEnglish, same: ['agent'], load: loadChatTranslation });
