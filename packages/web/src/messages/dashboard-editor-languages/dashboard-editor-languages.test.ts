import { testTranslations } from '../../../test/test-translations.ts';
import { dashboardEditorEnglish } from '../english/dashboard-editor-english.ts';
import { loadDashboardEditorTranslation } from './index.ts';

/** Some languages write these as English does. */
const SAME = [
  'kind.FILTER',
  'divider.horizontal',
  'divider.vertical',
  'settings.slug',
  'container.tabs',
  'width.tablet',
];

testTranslations({
  of: 'the editor of dashboards',
  english: dashboardEditorEnglish,
  load: loadDashboardEditorTranslation,
  same: SAME,
});
