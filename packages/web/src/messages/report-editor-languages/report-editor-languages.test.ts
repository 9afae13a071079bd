import { testTranslations } from '../../../test/test-translations.ts';
import { reportEditorEnglish } from '../english/report-editor-english.ts';
import { loadReportEditorTranslation } from './index.ts';

testTranslations({
  of: 'the report editor',
  english: reportEditorEnglish,
  // In some language these are the same words.
  same: [
    'texts.json',
    'texts.plan',
    'result.keys',
    'members.segment',
    'members.string',
    'chart.kinds.html',
    'map.latitude',
    'map.longitude',
  ],
  load: loadReportEditorTranslation,
});
