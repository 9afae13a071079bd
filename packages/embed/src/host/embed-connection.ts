import {
  actionPayloads,
  type ActionPayloads,
  type ActionType,
  type ColorScheme,
  type EmbedAction,
  type EmbedTheme,
} from '../protocol/actions.ts';
import { applyHeight } from './auto-height.ts';
import { closedError, createAnswers, newId } from './answers.ts';
import { brands, type Brand } from '../protocol/brand.ts';
import { sealAction } from '../protocol/envelope.ts';
import { eventPayloads, type EmbedEvent, type EventPayloads, type EventType } from '../protocol/events.ts';
import { findFrameProblem } from './frame-problem.ts';
import { originOf } from './host-origin.ts';
import { startHost, stepHost, type HostEffect, type HostInput } from '../machines/host-machine.ts';
import { brandOfEvent, readEvent, requireName, requirePayload } from '../protocol/read-message.ts';
import { createSessionRenewal, type FetchSession } from './session-renewal.ts';
import { serializeUrlControls, type UrlControls } from '../protocol/url-controls.ts';

export interface ConnectOptions {
  /** Origin of the embed's address, such as `https://analytics.example.com`. */
  origin: string;
  /** Default `svc`. */
  brand?: Brand;
  /** Hears every event, before the listeners of its type. */
  onEvent?(event: EmbedEvent): void;
  /** Hears what the developer of the host page should know, a sentence each. Default: a warning on the console. */
  onProblem?(problem: string): void;
  /**
   * Asks your back end for a fresh session of the viewer. With it the connection renews the session by itself: when the
   * surface warns of its end or tells it, and again when a try has failed, at most one at a time. Each failure goes to
   * `onProblem`.
   */
  autoRenewSession?: FetchSession;
  /** Makes the iframe as high as the dashboard that it shows, each time that this changes. Default false. */
  autoHeight?: boolean;
  /** True when the iframe's `load` event has passed already. Default false. */
  loaded?: boolean;
}

/** How long an answer is waited for. */
export interface RequestOptions {
  /** Ends the waiting; the action itself is not taken back. */
  signal?: AbortSignal | undefined;
}

/** Payload of one event, then the whole event. */
export type EventListener<T extends EventType> = (payload: EventPayloads[T], event: EmbedEvent<T>) => void;

/** The host's way to an embedded surface. Every action may be sent at any time: both ends keep it until its turn. */
export interface EmbedConnection {
  /** The payload of the first `ready`; rejects when the connection is closed before. */
  readonly ready: Promise<EventPayloads['ready']>;
  /**
   * Calls the listener for every event of the type. Returns the function that ends it.
   *
   * @throws TypeError when there is no event of this name.
   */
  on<T extends EventType>(type: T, listener: EventListener<T>): () => void;
  /**
   * Sends an action; the methods below are short forms of it.
   *
   * @throws TypeError when the payload does not fit the action.
   */
  send(action: EmbedAction): void;
  /**
   * Sends an action and waits until the surface has carried it out.
   *
   * @throws EmbedActionError with the surface's reason when it was refused; an Error when the connection is closed
   * before; the signal's reason. A surface of a version before answers nothing: give a signal that ends the waiting.
   */
  request(action: EmbedAction, options?: RequestOptions): Promise<void>;
  /** What the viewer has chosen, in the form of the page's own query string. Fails as {@link request} does. */
  getState(options?: RequestOptions): Promise<string>;
  /** Sets every control: those of the state to what it says, all others to what the author set. */
  setState(state: string): void;
  setColorScheme(scheme: ColorScheme): void;
  setTheme(theme: EmbedTheme): void;
  setLocale(locale: string): void;
  /** IANA name, such as `Europe/Berlin`. */
  setTimezone(timezone: string): void;
  /** Sets and clears filters and granularities: as data, or in the form of a query string. */
  setFilter(controls: string | Partial<Omit<UrlControls, 'problems'>>): void;
  /**
   * Full path within the surface: of the application such as `/embed/d/42/app/workbook/130`, of a dashboard its own,
   * with controls in its query, of the chat `/embed/chat` or `/embed/chat/<chatId>`.
   */
  navigate(path: string): void;
  /** Runs the queries again. */
  refresh(): void;
  /** Continues with a fresh session, without a reload. */
  setSession(sessionId: string): void;
  /** Stops listening; what has not gone out is dropped. */
  close(): void;
}

/**
 * Opens the host end of the protocol (SPEC.md section 3) on an iframe. Call it before the iframe loads, in the
 * same task that sets its address; make a new connection when the address changes. The iframe should carry
 * `referrerpolicy="origin"`, by which every browser tells the embed who its host is.
 *
 * @throws TypeError when `origin` is no origin.
 */
export function connectEmbed(iframe: HTMLIFrameElement, options: ConnectOptions): EmbedConnection {
  const { brand = brands.svc, onEvent, onProblem = warn } = options;
  const origin = requireOrigin(options.origin);
  const listeners = new Map<EventType, Set<(event: EmbedEvent) => void>>();
  const ready = makeReadyPromise();
  const answers = createAnswers();
  let hasToldBrand = false;
  let state = startHost({ loaded: options.loaded ?? false });

  function feed(input: HostInput): void {
    const step = stepHost(state, input);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: HostEffect): void {
    switch (effect.kind) {
      case 'send':
        return post(effect.action);
      case 'deliver':
        return deliver(effect.event);
      case 'report':
        return onProblem(effect.problem);
    }
  }

  function post(action: EmbedAction): void {
    if (iframe.contentWindow !== null) {
      iframe.contentWindow.postMessage(sealAction(action, Date.now(), brand), origin);
    } else onProblem(`The action ${action.type} was not sent: the iframe is not in the document`);
  }

  function deliver(event: EmbedEvent): void {
    if (event.type === 'ready') ready.resolve(event.payload);
    if (event.type === 'origin-refused')
      onProblem(
        `Pages of ${event.payload.origin} may not embed this surface: an administrator of the account can allow the origin in the account settings`,
      );
    if (event.type === 'error' && event.payload.fatal === true && event.payload.advice !== undefined)
      onProblem(`${event.payload.code ?? 'error'}: ${event.payload.advice}`);
    if (event.type === 'height' && options.autoHeight) applyHeight(iframe, event.payload.height);
    answers.hear(event);
    renewal?.hear(event);
    if (onEvent) callListener(onEvent, event);
    // A copy, so that a listener added meanwhile waits for the next event; one ended meanwhile is left out.
    for (const hearer of Array.from(listeners.get(event.type) ?? [])) {
      if (listeners.get(event.type)?.has(hearer)) callListener(hearer, event);
    }
  }

  /** Both ends would wait for each other in silence. */
  function tellBrand(data: unknown): void {
    const name = hasToldBrand ? undefined : brandOfEvent(data);
    if (name === undefined) return;
    hasToldBrand = true;
    onProblem(`The embed speaks the brand ${name}, and this connection another one: pass brands.${name}`);
  }

  function hear(message: MessageEvent): void {
    if (message.source !== iframe.contentWindow || message.origin !== origin)
      return feed({ kind: 'foreign' });
    const reading = readEvent(message.data, brand);
    if (reading.kind === 'read') {
      return feed({ kind: reading.message.type === 'ready' ? 'ready' : 'event', event: reading.message });
    }
    if (reading.kind === 'foreign') tellBrand(message.data);
    return feed(reading);
  }

  const noteLoad = () => {
    const problem = findFrameProblem(iframe, { isIsolated: window.crossOriginIsolated });
    if (problem !== undefined) onProblem(problem);
    feed({ kind: 'load' });
  };

  /** Who writes no types may leave a payload away that has no fields. */
  function send(type: ActionType, payload: object = {}, id?: string): void {
    const clean = requirePayload(actionPayloads, type, payload, 'action');
    // The payload was read by the check of this very type, which is what the union says.
    feed({ kind: 'send', action: { type, payload: clean, ...(id !== undefined && { id }) } as EmbedAction });
  }

  async function request({ type, payload, id = newId() }: EmbedAction, { signal }: RequestOptions = {}) {
    if (state.name === 'closed') throw closedError();
    signal?.throwIfAborted();
    const answer = answers.expect(id, signal);
    send(type, payload, id);
    return answer;
  }

  const renewal =
    options.autoRenewSession &&
    createSessionRenewal({
      fetchSession: options.autoRenewSession,
      setSession: async (sessionId, signal) => {
        await request({ type: 'set-session', payload: { sessionId } }, { signal });
      },
      onProblem,
    });
  // Timers of a tab in the background are late, and its network may have been away.
  const see = () => void (document.visibilityState === 'visible' && renewal?.see());

  window.addEventListener('message', hear);
  iframe.addEventListener('load', noteLoad);
  document.addEventListener('visibilitychange', see);

  return {
    ready: ready.promise,
    on(type, listener) {
      requireName(eventPayloads, type, 'event');
      // Only events of this type are looked up under it.
      const hearer = (event: EmbedEvent) => listener(event.payload as never, event as never);
      const hearers = listeners.get(type) ?? new Set();
      listeners.set(type, hearers.add(hearer));
      return () => void hearers.delete(hearer);
    },
    send: ({ type, payload, id }) => send(type, payload, id),
    async request(action, requestOptions) {
      await request(action, requestOptions);
    },
    async getState(requestOptions) {
      const { state: chosen } = await request({ type: 'get-state', payload: {} }, requestOptions);
      return chosen ?? '';
    },
    ...shortForms(send),
    close() {
      window.removeEventListener('message', hear);
      iframe.removeEventListener('load', noteLoad);
      document.removeEventListener('visibilitychange', see);
      renewal?.close();
      listeners.clear();
      feed({ kind: 'close' });
      answers.close();
      ready.reject(new Error('The embed was disconnected before it was ready'));
    },
  };
}

function makeReadyPromise() {
  let resolve!: (payload: EventPayloads['ready']) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<EventPayloads['ready']>((...settlers) => ([resolve, reject] = settlers));
  // Nobody has to wait for ready: a rejection that is not awaited must not show up as an unhandled one.
  promise.catch(() => {});
  // The promise has called its executor by now, so both are assigned.
  return { promise, resolve, reject };
}

/** The short forms of `send`, one for each action. */
function shortForms(send: <T extends ActionType>(type: T, payload: ActionPayloads[T]) => void) {
  return {
    setColorScheme: (scheme: ColorScheme) => send('set-color-scheme', { scheme }),
    setTheme: (theme: EmbedTheme) => send('set-theme', theme),
    setLocale: (locale: string) => send('set-locale', { locale }),
    setTimezone: (timezone: string) => send('set-timezone', { timezone }),
    setFilter(controls: string | Partial<Omit<UrlControls, 'problems'>>) {
      const filterUrlParameter = typeof controls === 'string' ? controls : serializeUrlControls(controls);
      send('set-filter', { filterUrlParameter });
    },
    navigate: (path: string) => send('navigate', { path }),
    refresh: () => send('refresh', {}),
    setSession: (sessionId: string) => send('set-session', { sessionId }),
    setState: (chosen: string) => send('set-state', { state: chosen }),
  };
}

function requireOrigin(origin: string): string {
  if (originOf(origin) === origin) return origin;
  throw new TypeError(
    `origin must be an origin such as https://analytics.example.com, not ${JSON.stringify(origin)}`,
  );
}

/** One listener's mistake is reported like any uncaught error and keeps no event from the others. */
function callListener(listener: (event: EmbedEvent) => void, event: EmbedEvent): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}

function warn(problem: string): void {
  // oxlint-disable-next-line no-console -- the console is where the developer of a host page looks
  console.warn(`[oriel embed] ${problem}`);
}
