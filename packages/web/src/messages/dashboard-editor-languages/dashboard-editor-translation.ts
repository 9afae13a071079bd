import type { dashboardEditorEnglish } from '../english/dashboard-editor-english.ts';
import type { Translation } from '../translation/translation.ts';

/** The texts of the editor of dashboards in another language. */
export type DashboardEditorTranslation = Translation<typeof dashboardEditorEnglish>;
