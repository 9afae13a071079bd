import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const signInJapanese: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: '新しいパスワードの設定',
    set: 'パスワードを設定',
    revokesKeys: '自分の API キーと許可したアプリケーションも取り消す',
    revokesKeysHint: 'ほかの人がアクセスした可能性がある場合。それらを使うプログラムは停止します。',
  },
  invitation: {
    title: 'ようこそ',
    hint: '{{count}} 文字以上のパスワードを選んでください。',
    password: '新しいパスワード',
    again: 'もう一度入力',
    different: '2 つが一致しません。',
    accept: 'パスワードを設定',
  },
};
