import type { commentEnglish } from '../english/comment-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of comments in another language. */
export type CommentTranslation = Translation<typeof commentEnglish>;
