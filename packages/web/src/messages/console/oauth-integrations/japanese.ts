import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const oauthIntegrationsJapanese: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'OAuth 連携',
    hint: 'データソースを読み取るためのトークンを各ユーザーに与えるプロバイダー。',
    unloaded: '連携を読み込めませんでした',
    none: '連携はまだありません',
    noneText: 'プロバイダーを登録すると、各ユーザーが自分としてデータソースを読み取ります。',
    create: '新しい連携',
    actionsFor: '{{name}} の操作',
    column: {
      name: '名前',
      provider: 'プロバイダー',
      hosts: 'データソース',
      actions: '操作',
    },
    noHosts: 'なし',
    form: {
      create: '新しい連携',
      edit: '{{name}} を編集',
      name: '名前',
      nameHint: 'データソースは CUBEJS_DB_OAUTH_INTEGRATION で参照します。',
      authUrl: '認可アドレス',
      tokenUrl: 'トークンアドレス',
      revocationUrl: '失効アドレス',
      revocationHint: 'ユーザーが切断したときにトークンを失効させる場所。空でもかまいません。',
      redirectUri: 'リダイレクトアドレス',
      redirectHint: 'このとおりにプロバイダーに登録してください。',
      clientId: 'クライアント ID',
      clientSecret: 'クライアントシークレット',
      secretHint: '表示されることはありません。空のままにすると現在のものが保持されます。',
      scopes: 'スコープ',
      scopesHint: 'offline_access のように、スペースで区切ります。',
      hosts: 'データソースのホスト',
      hostsHint: 'トークンはこれらのホストだけに送られます。スペースで区切ります。',
      issuer: '発行者',
      issuerHint: 'プロバイダーが認可アドレスと異なる名前を名乗る場合。',
    },
    delete: {
      title: '{{name}} を削除しますか?',
      text: '全ユーザーが切断され、これを参照するデータソースは拒否されます。',
    },
  },
};
