import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const accountJapanese: Translation<typeof accountEnglish> = {
  account: {
    title: 'アカウント設定',
    hint: 'すべてのデプロイメント、ユーザー、埋め込み画面に適用されます。',
    unloaded: '設定を読み込めませんでした',
    timezone: {
      title: 'タイムゾーン',
      hint: 'グラフの日、週、月が始まる基準です。',
      enabled: 'アカウントのタイムゾーンで時刻を表示',
      zone: 'タイムゾーン名',
      override: '閲覧者は別のタイムゾーンを選べる',
    },
    python: {
      title: 'Python',
      hint: 'レポートには行を作るスクリプトを付けられます。bubblewrap があるサーバーで、ネットワークなしで実行されます。',
      allow: 'レポートの Python を実行',
    },
    downloads: {
      title: 'ダウンロード',
      hint: 'データがファイルになるすべての方法: コンソール、埋め込みダッシュボード、メールでのダウンロード。',
      restrict: 'データのダウンロードを禁止',
    },
    embedding: {
      title: '埋め込み画面',
      hint: 'セッションに指定がない場合に表示される内容です。',
      locale: '言語',
      localeDefault: '英語',
      timezone: 'タイムゾーン',
      timezoneDefault: 'アカウントのもの',
      hostDashboardUrl: 'ダッシュボードを表示する製品ページ',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        '閲覧者へのメッセージはこのページにリンクします。{dashboardPublicId}、{embedTenantName}、{externalId} は置き換えられます。',
    },
    switchedOn: '{{name}}: オン',
    switchedOff: '{{name}}: オフ',
    parts: {
      title: 'ダッシュボードの横で閲覧者が使えるもの',
      hint: '切り替えると保存されます。ダッシュボードには次に開いたときに反映されます。',
      withoutAi: 'AI は許可されていません。',
      enableDashboardComments: {
        label: 'コメント',
        hint: '同じ埋め込みテナントの閲覧者がダッシュボードの横で会話します。',
        layers:
          'セッションやアドレスでは変わりません。閲覧者には externalId と embedTenantName を持つセッションが必要です。',
      },
      mailMentions: {
        label: 'メンションのメール',
        hint: 'コメントで言及された閲覧者に、停止用リンク付きのメールが届きます。サーバーにメールサーバーが必要です。',
        layers: 'セッションにメールアドレスがある閲覧者だけに届きます。リンクには上の製品ページが必要です。',
      },
      allowAi: {
        label: 'AI',
        hint: 'すべての埋め込み画面でのチャットと、エージェントが書く文章。オフのときはサーバーが拒否します。',
        layers: 'セッションは allowAi: false で禁止できます。ここでオフのものは許可できません。',
      },
      showDashboardChat: {
        label: 'ダッシュボード横のチャット',
        hint: 'モデルまたは認定クエリが答えられる場所で、ボタンからダッシュボードについてのチャットを開きます。',
        layers: 'セッションは showDashboardChat (true または false) で変更できます。',
      },
      showWorkbookChat: {
        label: 'アプリケーションのチャット',
        hint: '各ページのボタンと、専用のページ。',
        layers: 'セッションは showWorkbookChat (true または false) で変更できます。',
      },
      showAiWidgets: {
        label: 'AI による文章',
        hint: 'AI ウィジェットが文章を書き直します。既存のものはいずれにしても表示されます。',
        layers: 'セッションは showAiWidgets (true または false) で変更できます。',
      },
    },
    creator: {
      title: '埋め込みアプリケーション',
      hint: 'コンテンツを作成する閲覧者のワークスペースの周囲に表示されるものです。',
      showWorkspaceTitle: 'ワークスペースにタイトルを付ける',
      workspaceTitle: 'タイトル',
      workspaceTitleDefault: 'ワークスペース',
      titles: '他の言語でのタイトル',
      language: '言語 {{number}}',
      titleIn: 'タイトル {{number}}',
      addTitle: '言語を追加',
      removeTitle: 'タイトル {{number}} を削除',
      showSemanticSql: 'レポートのクエリを表示できる',
      showSemanticSqlHint: 'データモデルに対するクエリのままで、ソースのテーブル名は含みません。',
    },
    layers: {
      title: 'セッションとアドレスが決めること',
      hint: 'セッションの設定は、生成時にサーバーが署名します。フレームのアドレスは閲覧者が変更できます。どちらも権限を与えません。',
      session: 'セッション: {{name}}',
      address: 'アドレス: {{name}}',
      parts: {
        comments: {
          name: 'コメント',
          rule: 'アカウントが決めます。',
        },
        ai: {
          name: 'AI',
          rule: 'アカウントまたはセッションが禁止しない限り許可されます。',
        },
        chat: {
          name: 'ダッシュボード横のチャット',
          rule: 'セッション、なければアカウント。AI なしでは使えません。',
        },
        applicationChat: {
          name: 'アプリケーションのチャット',
          rule: 'セッション、なければアカウント。AI なしでは使えません。',
        },
        widgets: {
          name: 'AI による文章',
          rule: 'セッション、なければアカウント。AI なしでは使えません。',
        },
        authoring: {
          name: 'コンテンツを保存するチャット',
          rule: '閲覧者の権限の範囲で、セッションが禁止しない限り許可されます。',
        },
        downloads: {
          name: 'ダウンロード',
          rule: 'アドレスが求めた場合だけ。セッション、ダッシュボード、アカウントのロックで禁止されます。',
        },
        sharing: {
          name: 'アプリケーションでの共有',
          rule: 'セッションが隠さない限り表示されます。',
        },
        header: {
          name: 'ダッシュボードのヘッダー',
          rule: 'アドレスが全体または一部を隠さない限り表示されます。',
        },
        history: {
          name: 'チャットの履歴',
          rule: 'アドレスが隠さない限り表示されます。',
        },
        language: {
          name: '言語',
          rule: 'ページのアクション、なければアドレス、セッション、アカウント、英語の順です。',
        },
        colours: {
          name: '色',
          rule: 'ページのアクション、なければアドレス、閲覧者のシステムの順です。',
        },
        timezone: {
          name: 'タイムゾーン',
          rule: 'ページのアクション、なければアドレス、セッション、アカウントの順です。',
        },
      },
    },
    origins: {
      title: '埋め込みを許可するオリジン',
      hint: 'これらのオリジンのページだけがダッシュボードを表示し、メッセージをやり取りできます。空の場合は、セッションを持つすべてのページができます。',
      label: 'オリジン',
      example: 'https://app.example.com',
    },
    refused: {
      title: '拒否されたオリジン',
      hint: 'これらのオリジンのページが埋め込もうとして拒否されました。自社のものだけを許可してください。要求するページは誰でも作れます。',
      unloaded: '拒否されたオリジンを読み込めませんでした',
      none: '拒否されたページはありません。',
      origin: 'オリジン',
      refusals: '拒否回数',
      last: '最後の拒否',
      actions: '操作',
      allow: '許可',
      allowOf: '{{origin}} を許可',
      forget: '消去',
      forgetOf: '{{origin}} を消去',
    },
    imageHosts: {
      title: '画像のホスト',
      hint: '文章にはこれらのホストの画像だけが表示されます。ホストの運営者は、誰が画像を見たかを知ることができます。',
      label: 'ホスト',
      example: 'images.example.com',
    },
  },
};
