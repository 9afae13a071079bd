import type { Configuration } from 'openid-client';

/** What a person has to know to go on with a login: as lines, and as data for a program. */
export interface LoginNotice {
  readonly lines: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** What each way of logging in needs. */
export interface LoginOptions {
  readonly configuration: Configuration;
  /** Scopes with spaces between. */
  readonly scope: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  tell(notice: LoginNotice): void;
  /** Opens an address of the installation in a browser of this machine; false where there is none to be seen. */
  openBrowser(url: string): boolean;
}
