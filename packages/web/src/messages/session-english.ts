/**
 * Why an embedded dashboard cannot be shown at all. They are separate, because they may be needed when nothing else of the
 * page can be loaded.
 */
export const sessionEnglish = {
  signIn: 'Sign in to see this dashboard.',
  used: 'This view has expired. Reload the page that you came from.',
  notFound: 'This dashboard is not available.',
  refused: 'This dashboard may not be shown here.',
  down: 'The dashboard cannot be reached at the moment.',
  /** Beside `signIn`: some browsers give no frame of another site a sign-in. */
  signInLink: 'Sign in',
  blocked: 'The browser has blocked the window of the sign-in. Allow it, then try again.',
  again: 'Try again',
  ownWindow: 'Open in a window of its own',
} as const;
