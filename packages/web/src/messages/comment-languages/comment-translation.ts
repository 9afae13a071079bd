import type { commentEnglish } from '../comment-english.ts';
import type { Translation } from '../translation.ts';

/** The texts of comments in another language. */
export type CommentTranslation = Translation<typeof commentEnglish>;
