import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedOut } from './api.ts';
import { createConsoleRouter } from './router.tsx';
import { consoleTheme } from './theme.ts';
import './console.css';

/** The console: server data lives in the query cache alone, what is looked at in the address. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && !isSignedOut(error) },
  },
});
const router = createConsoleRouter();
// A session that has ended leads to the sign-in, and from there back to where one was.
queryClient.getQueryCache().subscribe(({ query }) => {
  const { pathname } = router.state.location;
  if (isSignedOut(query.state.error) && pathname !== '/sign-in')
    void router.navigate({ to: '/sign-in', search: { from: pathname } });
});

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={consoleTheme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
