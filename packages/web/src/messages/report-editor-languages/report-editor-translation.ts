import type { reportEditorEnglish } from '../english/report-editor-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the report editor in another language. */
export type ReportEditorTranslation = Translation<typeof reportEditorEnglish>;
