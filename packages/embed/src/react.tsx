'use client';

import { forwardRef, useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react';
import type { Brand } from './protocol/brand.ts';
import { connectEmbed, type EmbedConnection } from './host/embed-connection.ts';
import type { EmbedEvent } from './protocol/events.ts';
import type { FetchSession } from './host/session-renewal.ts';

/** What an `<iframe>` takes, and: */
export interface OrielEmbedProps extends Omit<ComponentProps<'iframe'>, 'ref' | 'src'> {
  /** Address of the embed, as `embedUrl` makes it. A new address is a new connection. */
  src: string;
  /** Says to screen readers what the frame shows. */
  title: string;
  /** Origin of the embed. Default: that of `src`. */
  origin?: string;
  /** Default `svc`. */
  brand?: Brand;
  /** Asks your back end for a fresh session, by which the connection renews the session by itself. */
  autoRenewSession?: FetchSession;
  /** Makes the iframe as high as the dashboard that it shows. Default false. */
  autoHeight?: boolean;
  /** Hears every event. */
  onEvent?: (event: EmbedEvent) => void;
  /** Hears what the developer of the host page should know. Default: a warning on the console. */
  onProblem?: (problem: string) => void;
}

/**
 * A layout effect, which runs in the task that sets the address, before the iframe can load. A server runs no effects,
 * and React 18 warns of layout effects there.
 */
const useEffectBeforeLoad = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** What a surface needs to run in a sandbox: its own origin, dialogs, links to new tabs, downloads. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * An embedded surface: an iframe with a connection that lives as long as its address is shown. Its `ref` is that
 * connection, by which actions are sent; null once it is closed.
 */
export const OrielEmbed = forwardRef<EmbedConnection, OrielEmbedProps>(function OrielEmbed(
  { src, title, origin, brand, autoRenewSession, autoHeight = false, onEvent, onProblem, ...frameProps },
  ref,
) {
  const frame = useRef<HTMLIFrameElement>(null);
  const given = { autoRenewSession, onEvent, onProblem, ref };
  // What was given last: a callback or a ref that is written inline does not reconnect on every render. Effect events
  // would say the same, and only the newest React has them.
  const latest = useRef(given);
  useEffectBeforeLoad(() => {
    latest.current = given;
  });
  const isRenewed = autoRenewSession !== undefined;
  const hasProblemListener = onProblem !== undefined;

  useEffectBeforeLoad(() => {
    if (frame.current === null) return undefined;
    const connection = connectEmbed(frame.current, {
      origin: origin ?? new URL(src, window.location.href).origin,
      brand,
      autoHeight,
      onEvent: (event) => latest.current.onEvent?.(event),
      ...(hasProblemListener && { onProblem: (problem) => latest.current.onProblem?.(problem) }),
      ...(isRenewed && { autoRenewSession: (options) => fetchSession(latest.current, options) }),
    });
    const handOut = (to: EmbedConnection | null) => {
      const target = latest.current.ref;
      if (typeof target === 'function') target(to);
      else if (target) target.current = to;
    };
    handOut(connection);
    return () => {
      handOut(null);
      connection.close();
    };
  }, [src, origin, brand, autoHeight, isRenewed, hasProblemListener]);

  return (
    <iframe referrerPolicy="origin" sandbox={sandbox} {...frameProps} ref={frame} src={src} title={title} />
  );
});

function fetchSession(
  { autoRenewSession }: Pick<OrielEmbedProps, 'autoRenewSession'>,
  options: Parameters<FetchSession>[0],
): Promise<string> {
  return autoRenewSession
    ? autoRenewSession(options)
    : Promise.reject(new Error('autoRenewSession was taken away'));
}
