import { testTranslations } from '../../../test/test-translations.ts';
import { signInEnglish } from '../english/sign-in-english.ts';
import { loadSignInTranslation } from './index.ts';

/** In Italian this is the same word. */
const SAME = ['signIn.password'];

testTranslations({ of: 'the way in', english: signInEnglish, load: loadSignInTranslation, same: SAME });
