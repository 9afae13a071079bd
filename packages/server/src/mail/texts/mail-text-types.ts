/** What the mail of the server says, by its kind. Values stand in double braces. */
export interface MailTexts {
  /** To a user who was invited. */
  readonly invitation: ActionTexts;
  /** To a user who asks for another password. */
  readonly reset: ActionTexts;
  /** To a user with another password. */
  readonly changed: Omit<ActionTexts, 'action'>;
  readonly notification: NotificationTexts;
  /** To a viewer whom a comment mentions. */
  readonly mention: MentionTexts;
  /** What stands for truth values. */
  readonly truth: { readonly yes: string; readonly no: string };
}

/** The messages of a few lines. */
export type NoticeKind = 'invitation' | 'reset' | 'changed';

interface ActionTexts {
  /** The subject and the heading. */
  readonly title: string;
  /** With `{{email}}`. */
  readonly text: string;
  /** On the button. */
  readonly action: string;
  /** Why the reader gets it, or what to do where it is a mistake. */
  readonly reason: string;
}

/** Why a chart has no rows, as far as its readers are told; `other` is whatever else there may be. */
export type ChartCause =
  | 'unreachable'
  | 'timeout'
  | 'memory'
  | 'tooLarge'
  | 'busy'
  | 'notConnected'
  | 'model'
  | 'member'
  | 'refused'
  | 'python'
  | 'other';

export interface NotificationTexts {
  /** The subject where the dashboard has no title. */
  readonly unnamed: string;
  /** On the button. */
  readonly open: string;
  readonly reason: string;
  readonly unsubscribe: string;
  /** In the place of the data where the recipient may not download it. */
  readonly withoutData: string;
  /** What the picture shows, for those who do not see it. */
  readonly picture: string;
  /** With `{{titles}}` of tables. */
  readonly tooLarge: string;
  readonly failed: string;
  /** Why, after {@link failed}. */
  readonly causes: Readonly<Record<ChartCause, string>>;
  readonly noRows: string;
  /** With `{{count}}`. */
  readonly moreRows: { readonly one: string; readonly other: string };
}

interface MentionTexts {
  /** The subject and the heading, with `{{author}}` and `{{dashboard}}`. */
  readonly title: string;
  /** In the place of the name of a dashboard without one. */
  readonly unnamed: string;
  /** On the button. */
  readonly open: string;
  /** In the place of the button, where nobody has said where the host shows dashboards. */
  readonly openYourself: string;
  /** Why the reader gets it. */
  readonly reason: string;
  readonly unsubscribe: string;
}
