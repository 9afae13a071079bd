import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { Skeleton } from '../look/skeleton.tsx';
import { lookOf } from './app-look.ts';
import { openApp, type OpenApp } from './open-app.ts';
import styles from './app-frame.module.css';

/**
 * A dashboard that is an app of its author, in a frame without an origin. What the app is told goes by messages: no
 * token, no address of ours, nothing of the page around it.
 */
export function AppFrame({ store, request = fetch, themeKey, appAddress, onAppFailed }: DashboardViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const opened = useRef<OpenApp>(undefined);
  const tell = useRef(onAppFailed);
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    tell.current = onAppFailed;
  });
  useEffect(() => {
    const app = openApp({
      store,
      request,
      address: appAddress,
      frameWindow: () => frame.current?.contentWindow ?? null,
      look: () => lookOf(element.current ?? document.documentElement),
      onAddress: setAddress,
      onSettled: () => setSettled(true),
      onFailed(message, isFatal) {
        if (isFatal) setFailure(message);
        tell.current?.(message, isFatal);
      },
    });
    opened.current = app;
    return app.close;
  }, [store, request, appAddress]);
  useEffect(() => opened.current?.noteTheme(themeKey), [themeKey]);
  if (failure !== undefined)
    return (
      <p className={styles.failed} role="alert" data-part="app-failed" data-reason={failure}>
        {t('app.failed')}
      </p>
    );
  return (
    <div className={styles.app} ref={element} data-part="app" data-settled={isSettled || undefined}>
      {address === undefined ? (
        <Skeleton />
      ) : (
        <iframe
          className={styles.frame}
          ref={frame}
          title={store.dashboard.title ?? ''}
          src={address}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          allow=""
          onLoad={() => opened.current?.noteLoad()}
        />
      )}
    </div>
  );
}
