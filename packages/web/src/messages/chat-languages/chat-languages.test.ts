import { testTranslations } from '../../../test/test-translations.ts';
import { chatEnglish } from '../chat-english.ts';
import { loadChatTranslation } from './index.ts';

testTranslations({ of: 'the chat', english: chatEnglish, same: ['agent'], load: loadChatTranslation });
