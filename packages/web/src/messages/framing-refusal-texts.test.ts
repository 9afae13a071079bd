import { testTranslations } from '../../test/test-translations.ts';
import { framingRefusalTexts } from './framing-refusal-texts.ts';

testTranslations({
  of: 'the refusal of a frame',
  english: { ...framingRefusalTexts['en-US'] },
  load: async (locale) => ({ ...framingRefusalTexts[locale] }),
});
