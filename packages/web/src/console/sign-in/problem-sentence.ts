import { signInEnglish } from '../../messages/english/sign-in-english.ts';
import { t } from '../../messages/console-texts.ts';

type Problem = keyof typeof signInEnglish.signIn.problem;

/**
 * What became of a sign-in by a provider that came back without a session; whatever else stands in the address is told
 * in general.
 */
export function problemSentence(code: string): string {
  return t(`signIn.problem.${isProblem(code) ? code : 'other'}`);
}

function isProblem(code: string): code is Problem {
  return Object.hasOwn(signInEnglish.signIn.problem, code);
}
