/**
 * Why an embedded surface cannot be shown at all. They are separate, because they may be needed when nothing else of
 * the page can be loaded.
 */
export const sessionEnglish = {
  signIn: 'Sign in to see this page.',
  used: 'This view has expired. Reload the page that you came from.',
  /** Of a surface that nobody signs in to. */
  noSession: 'This page needs a session from the site that shows it. Open it from there.',
  notFound: 'This page is not available.',
  refused: 'This page may not be shown here.',
  down: 'The page cannot be reached at the moment.',
  /** Beside `signIn`: some browsers give no frame of another site a sign-in. */
  signInLink: 'Sign in',
  blocked: 'The browser has blocked the window of the sign-in. Allow it, then try again.',
  again: 'Try again',
  ownWindow: 'Open in a window of its own',
  signInOver: 'Your sign-in has ended. Sign in again to go on.',
  inWindow: 'Go on in the window that has opened.',
  notHandedOn: 'The sign-in has not reached this page. Try again.',
} as const;
