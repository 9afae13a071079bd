import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Component, StrictMode, type ReactNode } from 'react';
import { SurfaceContext, type ConsoleSurface } from '../surface/surface.ts';
import { AppLook, type HostLook } from './app-look.tsx';
import type { AppConfigResponse } from '@oriel/contract';
import type { createAppRouter } from './app-router.tsx';

interface ApplicationProps {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
  surface: ConsoleSurface;
  /** The locale of the texts. Another one draws every page anew: texts are read where they are drawn. */
  locale: string;
  nonce: string;
  account: AppConfigResponse | undefined;
  scheme: 'light' | 'dark';
  host: HostLook;
  /** The whole application could not be drawn. */
  onBroken(error: Error): void;
}

/** The embedded application: the rooms of the console in a frame. */
export function Application(props: ApplicationProps) {
  const { router, queryClient, surface, locale, nonce, account, scheme, host, onBroken } = props;
  return (
    <StrictMode>
      <Boundary onBroken={onBroken}>
        <QueryClientProvider client={queryClient}>
          <SurfaceContext value={surface}>
            <AppLook nonce={nonce} account={account} scheme={scheme} host={host}>
              {/* The router is another one than the console's, with some of its routes. */}
              <RouterProvider key={locale} router={router as unknown as RegisteredConsoleRouter} />
            </AppLook>
          </SurfaceContext>
        </QueryClientProvider>
      </Boundary>
    </StrictMode>
  );
}

type RegisteredConsoleRouter = Parameters<typeof RouterProvider>[0]['router'];

/** Tells of what no page has caught; the frame is empty then. */
class Boundary extends Component<{ onBroken(error: Error): void; children: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onBroken(error instanceof Error ? error : new Error(String(error)));
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
