import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Japanese. */
export const japanese: SignInTranslation = {
  embedSignIn: {
    done: 'サインインしました',
    doneHint: 'このウィンドウを閉じてかまいません。',
    failed: 'サインインを引き渡せませんでした',
    alone: 'サインインを要求したビューがありません',
    aloneHint: '元のページに戻り、そこでサインインを選択してください。',
  },
  unsubscribe: {
    title: '配信の停止',
    hint: 'このダッシュボードに関するこの種のメッセージは届かなくなります。',
    action: '配信を停止',
    done: '配信を停止しました',
    doneText: 'このダッシュボードに関するこの種のメッセージは届きません。このページは閉じてかまいません。',
    again: '配信を再開',
    resumed: 'メッセージの配信を再開しました',
    resumedText: 'どのメッセージにも、配信を停止するリンクがあります。',
    unloaded: 'このリンクは使用できません',
    refused: 'リンクが不完全か、古すぎます。新しいメッセージから開いてください。',
  },
  signIn: {
    title: 'サインイン',
    hint: '最初の起動時に管理者のサインイン情報が表示されます。',
    email: 'メールアドレス',
    password: 'パスワード',
    forgot: 'パスワードをお忘れですか？',
    back: 'サインインに戻る',
    with: '{{name}} で続行',
    or: 'または',
    withPassword: 'パスワードでサインイン',
    refused: {
      sign_in_failed: 'メールアドレスまたはパスワードが正しくありません。',
      password_sign_in_disabled:
        'ここではパスワードを使用できません。ID プロバイダーでサインインしてください。',
      sign_in_challenge_unknown:
        'サインインの期限が切れたか、別のブラウザーで開始されました。最初からやり直してください。',
      second_factor_wrong: 'コードまたはパスキーが無効か、すでに使用されています。',
    },
    problem: {
      deactivated: 'ユーザーが無効になっています。管理者にお問い合わせください。',
      email_missing: 'ID プロバイダーからメールアドレスが送信されませんでした。',
      email_unverified: 'ID プロバイダーがメールアドレスを確認していません。',
      email_of_another:
        'このメールアドレスは、別の方法でサインインするユーザーのものです。管理者にお問い合わせください。',
      not_provisioned: 'ユーザーがまだありません。管理者にお問い合わせください。',
      expired: 'このサインインは期限が切れたか、別のブラウザーで開始されました。もう一度お試しください。',
      attribute_mismatch:
        'ID プロバイダーから適合しないデータが送信されました。管理者にお問い合わせください。',
      provider_failed: 'ID プロバイダーでサインインできませんでした。もう一度お試しください。',
      other: 'サインインできませんでした。もう一度お試しください。',
    },
  },
  forgotPassword: {
    title: 'パスワードをお忘れですか？',
    hint: 'メールアドレスを入力すると、新しいパスワードを設定するリンクが届きます。',
    send: 'リンクを送信',
    sentTitle: 'メールを確認してください',
    sentText: '{{email}} のアカウントがあれば、リンクを送信しました。1 時間以内に 1 回だけ使用できます。',
    sentHint: 'メールが届かない場合は、管理者にリンクを依頼してください。',
  },
  secondFactor: {
    title: 'もう 1 つのステップ',
    hint: '2 つ目の要素で本人であることを確認してください。',
    code: '認証アプリのコード',
    recoveryCode: '回復コード',
    confirm: '確認',
    usePasskey: 'パスキーを使用',
    useRecovery: '回復コードを使用',
    useApp: '認証アプリを使用',
    expired: 'このサインインは期限が切れました',
    expiredText: 'パスワードからやり直してください。',
    enrolTitle: '2 つ目の要素を設定',
    enrolHint:
      'アカウントではパスワードのほかに 2 つ目の要素が必要です。続行するには、アプリまたはパスキーを設定してください。',
  },
  passkeySignIn: {
    action: 'パスキーを使用',
    failed: 'ブラウザーからパスキーが得られませんでした。',
  },
  factors: {
    unloaded: 'アカウントのセキュリティ情報を読み込めませんでした',
    totp: {
      title: '認証アプリ',
      hint: 'スマートフォンのアプリに 30 秒ごとに新しいコードが表示されます。',
      none: '未設定',
      setUp: '設定する',
      dialog: '認証アプリを設定',
      scan: 'アプリでこの画像を読み取るかキーを入力し、アプリに表示されたコードを入力してください。',
      picture: 'キーを含む QR コード',
      key: 'キー',
    },
    passkeys: {
      title: 'パスキー',
      hint: 'お使いの端末またはセキュリティキーでサインインします。パスワードはあってもなくてもかまいません。',
      none: 'パスキーはまだありません',
      add: 'パスキーを追加',
      name: '名前',
      example: '仕事用ノートパソコン',
    },
    codes: {
      dialog: '回復コード',
      once: '表示されるのは今回だけです。スマートフォンがなくても見つけられる場所に保管してください。',
      kept: '保管しました',
    },
    again: {
      title: 'ご本人ですか?',
      text: 'この変更にはもう一度パスワードが必要です。パスワードがない場合は、サインアウトしてからもう一度サインインしてください。',
      confirm: '確認',
    },
  },
};
