import { testTranslations } from '../../../test/test-translations.ts';
import { commentEnglish } from '../english/comment-english.ts';
import { loadCommentTranslation } from './index.ts';

testTranslations({ of: 'comments', english: commentEnglish, load: loadCommentTranslation });
