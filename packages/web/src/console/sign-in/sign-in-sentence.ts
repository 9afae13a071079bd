import { ApiError } from '@oriel/client';
import { signInEnglish } from '../../messages/english/sign-in-english.ts';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../api/error-text.ts';

type Refusal = keyof typeof signInEnglish.signIn.refused;

/** Why a try to sign in has failed, in the language of the page. */
export function signInSentence(error: Error): string {
  return error instanceof ApiError && isRefusal(error.code)
    ? t(`signIn.refused.${error.code}`)
    : sentenceOf(error);
}

function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(signInEnglish.signIn.refused, code);
}
