import { testTranslations } from '../../../test/test-translations.ts';
import { appEnglish } from '../english/app-english.ts';
import { loadAppTranslation } from './index.ts';

/** In German and Portuguese these are the same words. */
const SAME = [
  'appEditor.name',
  'workspace.kind.DASHBOARD',
  'workspace.column.name',
  'workspace.name.label',
  'workspace.list.count',
];

testTranslations({ of: 'the application', english: appEnglish, load: loadAppTranslation, same: SAME });
