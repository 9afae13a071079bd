import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const oauthJapanese: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'アクセスの許可',
      title: '{{name}} を許可しますか?',
      asks: '{{name}} が {{account}} であなたの代わりに操作することを求めています。',
      signedInAs: '{{email}} としてサインインしています。',
      notYou: '別のアカウントを使用',
      gets: '許可される内容',
      address: '{{host}} にあると申告しています',
      builtIn: 'Oriel の一部',
      goesTo: '{{host}} に進みます。',
      goesToProgram: 'このコンピューターのプログラムに戻ります。',
      remember: '次回から確認しない',
      rememberHint: '取り消さない限り、1 年間同じ内容が許可されます。',
      withdraw: '「アプリケーション」でいつでも取り消せます。',
      allow: '許可',
      deny: '拒否',
      gone: 'このリクエストは終了しています',
      goneText: '期限切れか、すでに回答済みです。アプリケーションに戻ってやり直してください。',
      again: 'もう一度サインインしてください',
      againText: '{{name}} が本人確認を求めています。もう一度サインインすると、ここに戻ります。',
      unloaded: 'リクエストを読み込めませんでした',
    },
    scope: {
      write: 'あなたができるすべての読み取りと変更',
      read: 'あなたが見られるすべての読み取り (変更なし)',
      everywhere: 'すべてのデプロイメント',
      somewhere_other: '{{count, number}} 個のデプロイメント: {{names}}',
      identity: 'あなたであることの確認',
      email: 'あなたのメールアドレス',
      offline: '取り消すまで、不在中も継続',
      nothing: '同意したことだけ',
    },
    device: {
      title: 'デバイスを接続',
      hint: '端末またはデバイスに表示されたコードを入力してください。',
      code: 'コード',
      codeExample: 'XXXX-XXXX',
      next: '続ける',
      wrong:
        'コードが正しくないか、期限切れか、使用済みです。デバイスをもう一度確認するか、最初からやり直してください。',
      compare: 'デバイスにこのコードが表示されていますか?',
      warning:
        '自分で始めた場合だけ続けてください。送られてきたコードやリンクは罠です。拒否しないと、送信者があなたとして操作します。',
      from: '{{address}} からの要求',
      fromProgram: '{{address}} から {{program}} による要求',
      other: '別のコードを入力',
      allowed: 'デバイスが接続されました',
      allowedText: 'デバイスで続けてください。このページは閉じてかまいません。',
      denied: '何も許可されませんでした',
      deniedText: 'デバイスに通知しました。このページは閉じてかまいません。',
    },
  },
};
