import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccountLook } from './look/account-look.tsx';
import { takeAskedDeployment } from './api/api.ts';
import { ConsolePages } from './console-pages.tsx';
import { firstLanguage, showLanguage } from './language/console-language.ts';
import { pauseQueriesWithoutServer } from './connection/server-connection.ts';
import './look/global.css';
import { pageConfig } from '../page/page-config.ts';
import { createConsoleRouter } from './router.tsx';
import { createConsoleQueryClient } from './api/session.ts';
import { leavePage, userStorage, watchUser } from './storage/user-storage.ts';

/**
 * The console: server data lives in the query cache alone, what is looked at in the address, and what else is kept of
 * its user in `user-storage.ts`. A page shows one user; another one begins on a page of their own.
 */
const withAskedDeployment = takeAskedDeployment();
const router = createConsoleRouter();
// A session that has ended leads to the sign-in, and from there back to where one was.
const queryClient = createConsoleQueryClient(() => {
  const { pathname, href } = router.state.location;
  // The token of a message that is refused is no session.
  if (pathname === '/sign-in' || pathname === '/unsubscribe') return;
  const signIn = { to: '/sign-in', search: { from: withAskedDeployment(href) } } as const;
  if (userStorage.isOwned) return leavePage(router.buildLocation(signIn).href);
  // Of whom the browser has shown before.
  userStorage.leave({ isFinal: false });
  void router.navigate(signIn);
});
pauseQueriesWithoutServer();
watchUser();
const { styleNonce = '' } = pageConfig();
// An open dialog keeps the page behind it from scrolling by a style element of a library.
setNonce(styleNonce);

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root element');
await showLanguage(firstLanguage());
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AccountLook nonce={styleNonce}>
        <ConsolePages router={router} />
      </AccountLook>
    </QueryClientProvider>
  </StrictMode>,
);
