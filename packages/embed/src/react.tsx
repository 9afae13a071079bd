import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps, type Ref } from 'react';
import type { Brand } from './brand.ts';
import { connectEmbed, type EmbedConnection } from './embed-connection.ts';
import type { EmbedEvent } from './events.ts';
import type { FetchSession } from './session-renewal.ts';

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
  /** Hears every event. */
  onEvent?: (event: EmbedEvent) => void;
  /** Receives the connection, by which actions are sent; null once it is closed. */
  ref?: Ref<EmbedConnection>;
}

/** What a surface needs to run in a sandbox: its own origin, dialogs, links to new tabs, downloads. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** An embedded surface: an iframe with a connection that lives as long as its address is shown. */
export function OrielEmbed({
  src,
  title,
  origin,
  brand,
  autoRenewSession,
  onEvent,
  ref,
  ...frameProps
}: OrielEmbedProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const forwardEvent = useEffectEvent((event: EmbedEvent) => onEvent?.(event));
  const isRenewed = autoRenewSession !== undefined;
  const fetchSession = useEffectEvent<FetchSession>((options) =>
    autoRenewSession
      ? autoRenewSession(options)
      : Promise.reject(new Error('autoRenewSession was taken away')),
  );
  // An effect event, so that a ref written inline does not reconnect on every render.
  const handOut = useEffectEvent((connection: EmbedConnection | null) => {
    if (typeof ref === 'function') ref(connection);
    else if (ref) ref.current = connection;
  });

  // A layout effect runs in the task that sets the address, before the iframe can load.
  useLayoutEffect(() => {
    if (frame.current === null) return undefined;
    const connection = connectEmbed(frame.current, {
      origin: origin ?? new URL(src, window.location.href).origin,
      brand,
      onEvent: (event) => forwardEvent(event),
      ...(isRenewed && { autoRenewSession: (options) => fetchSession(options) }),
    });
    handOut(connection);
    return () => {
      handOut(null);
      connection.close();
    };
  }, [src, origin, brand, isRenewed]);

  return (
    <iframe referrerPolicy="origin" sandbox={sandbox} {...frameProps} ref={frame} src={src} title={title} />
  );
}
