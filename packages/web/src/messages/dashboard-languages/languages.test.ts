import { testTranslations } from '../../../test/test-translations.ts';
import { dashboardEnglish } from '../english/dashboard-english.ts';
import { loadTranslation } from './index.ts';

testTranslations({
  of: 'dashboards',
  english: dashboardEnglish,
  load: loadTranslation,
  same: [
    'sample.filter',
    'sample.region',
    'sample.west',
    'time.quarter',
    'grain.minute',
    'period.minute',
    'map.cluster',
    'table.unit.millions',
    'truth.no',
  ],
});
