import type { AppConfigResponse } from '@oriel/contract';
import { serverBrands } from '@oriel/contract/brand';
import {
  brands,
  coded,
  createEmbedPort,
  findHostOrigin,
  type EmbedAction,
  type EmbedErrorCode,
  type EmbedPort,
  type Surface,
} from '@oriel/embed';
import { pageConfig } from '../../page/page-config.ts';
import { keepSession, takeKeptSession } from '../session/kept-session.ts';
import { pageReady } from './page-ready.ts';
import type { PreferenceProblem } from '../preferences/preferences.ts';
import { showProblem } from '../session/problem-page.ts';
import {
  openSession,
  SessionError,
  type SessionControl,
  type SessionProblem,
  type SurfaceSession,
} from '../session/session.ts';
import type { SessionLife } from '../session/session-life.ts';
import type { Token } from '../session/token-claims.ts';
import { createPreferences } from '../preferences/surface-preferences.ts';
import type { EmbeddedSurface, SurfaceAction, SurfaceModule } from './surface.ts';
import '../../dashboard/look/tokens.css';
import './page.css';

/** What each surface calls its session in the address. */
const sessionParameters = { dashboard: 'session', app: 'session', chat: 'sessionId' } as const;

/**
 * Opens a surface: the way to the host, the session, the preferences; then the module shows it. Called while the page's
 * first script runs. This part is loaded before anything can be asked for: keep it small.
 */
export function openSurface<T>(kind: Surface, module: Promise<SurfaceModule<T>>): void {
  let mountedAt = performance.now();
  const address = new URL(window.location.href);
  const kept = takeKeptSession(address, kind);
  if (kept) address.search = kept.search;
  const config = pageConfig();
  const host = findHostOrigin(window, config.allowedOrigins ?? []);
  const isFramed = window.parent !== window;
  const { preferences, ...control } = createPreferences(address);
  let opened: SessionControl | undefined;
  let signedIn: Token | undefined;
  let resolvePreferences = (): PreferenceProblem[] => [];
  let perform: ((action: SurfaceAction) => void | Promise<void>) | undefined;

  const port: EmbedPort = createEmbedPort({
    surface: kind,
    brand: brands[config.brand ?? 'svc'],
    hostOrigin: isFramed ? host.origin : undefined,
    window,
    parent: window.parent,
    onAction,
    onLook: (action) => void control.perform(action),
    // oxlint-disable-next-line no-console -- developers of the host page look here
    onProblem: (problem) => console.warn(`Oriel: ${problem}`),
  });

  /** Carries out what the host asks for; the port has checked its form. */
  function onAction(action: EmbedAction): void | Promise<void> {
    switch (action.type) {
      case 'set-color-scheme':
      case 'set-theme':
      case 'set-locale':
      case 'set-timezone':
        return control.perform(action).forEach(tellAction);
      case 'set-session':
        return opened?.renew(action.payload.sessionId).then(() => resolvePreferences().forEach(tellProblem));
      default:
        return perform?.(action);
    }
  }

  const failure = new AbortController();
  /** What still runs has nothing to say of a surface that is gone. */
  const tell: EmbedPort['emit'] = (type, payload) => {
    if (!failure.signal.aborted) port.emit(type, payload);
  };

  /** A value of an action was left out because it cannot be used. */
  const tellAction = (message: string) =>
    tell('error', {
      message,
      name: 'EmbedActionError',
      context: 'action',
      fatal: false,
      ...coded('action_refused'),
    });

  /** A parameter of the address, or a setting of the session, was left out because it cannot be used. */
  const tellProblem = ({ context, message }: PreferenceProblem) => {
    const [name, code] =
      context === 'address'
        ? (['EmbedAddressError', 'address_unusable'] as const)
        : (['EmbedSettingError', 'setting_unusable'] as const);
    tell('error', { message, name, context, fatal: false, ...coded(code) });
  };

  const tellExpiring = ({ endsAtMs }: SessionLife) => {
    const expiresInSeconds = Math.max(0, Math.round((endsAtMs - Date.now()) / 1000));
    tell('session-expiring', { expiresInSeconds, expiresAt: Math.round(endsAtMs) });
  };

  const fail = async (problem: SessionProblem, code: EmbedErrorCode) => {
    if (failure.signal.aborted) return;
    failure.abort();
    perform = () => {
      throw new Error('the surface is not shown any more');
    };
    await pageReady;
    const message = await showProblem(problem, preferences.locale);
    const told = coded(code);
    // oxlint-disable-next-line no-console -- developers of the host page look here
    console.warn(`Oriel: ${told.code}: ${told.advice}`);
    port.emit('error', { message, name: 'SessionError', context: 'session', fatal: true, ...told });
  };

  const show = (session: SurfaceSession, account: AppConfigResponse | undefined): EmbeddedSurface => {
    resolvePreferences = () =>
      control.resolve({ address: address.searchParams, session: session.settings, account }, session.theme);
    const problems = resolvePreferences();
    return {
      kind,
      address,
      mountedAt,
      session,
      preferences,
      account,
      emit: tell,
      ready(about, carryOut) {
        perform = carryOut;
        const { embedTenant, mode } = session;
        session.onExpired(() => {
          tell('session-expired', {});
          isToldOver = false;
          if (mode === 'private') void offerAgain();
        });
        // A dashboard says it among its charts.
        if (mode === 'signed' && kind !== 'dashboard') session.onMissed(() => void tellOver(session));
        port.ready({ embedTenant, mode, ...about });
        for (const problem of problems) tellProblem(problem);
      },
      fail: (problem, code) => void fail(problem, code),
      failed: failure.signal,
    };
  };

  async function start(): Promise<void> {
    try {
      const { securityContextKey } = serverBrands[config.brand ?? 'svc'];
      opened = await openSession(address.searchParams.get(sessionParameters[kind]), {
        securityContextKey,
        onExpiring: tellExpiring,
        signedIn,
        kept,
      });
      keepSession(address.search, opened.current);
      const { session } = opened;
      // A module that cannot be loaded fails the surface; its name says nothing to a viewer.
      const surface = await module.catch(() => {
        throw new SessionError('down');
      });
      const [loaded, account] = await Promise.all([
        surface.load(session, address),
        loadAccount(session),
        pageReady,
      ]);
      surface.mount(show(session, account), loaded);
    } catch (error) {
      const { problem, code } = error instanceof SessionError ? error : new SessionError('down');
      // Nothing is wrong yet: the host hears of it by `ready`.
      if (problem !== 'signIn') return fail(problem, code);
      return offerFirst();
    }
  }

  // Most surfaces never ask anybody to sign in.
  const loadOffer = () => import('../session/sign-in-offer.ts');
  async function offerFirst(): Promise<void> {
    const [{ offerSignIn }] = await Promise.all([loadOffer(), pageReady]);
    await offerSignIn({
      preferences,
      ownWindow: isFramed ? address : undefined,
      onSignedIn(token) {
        signedIn = token;
        // The time that a user took to sign in is not loading time.
        mountedAt = performance.now();
        void start();
      },
    });
  }
  let isToldOver = false;
  async function tellOver(session: SurfaceSession): Promise<void> {
    if (isToldOver) return;
    isToldOver = true;
    const { tellSessionOver } = await import('../session/session-notice.ts');
    await tellSessionOver(session, preferences);
  }
  async function offerAgain(): Promise<void> {
    const { offerSignInAgain } = await loadOffer();
    await offerSignInAgain(preferences, (token) => opened?.adopt(token));
  }
  void start();
}

/** Defaults are no reason to keep a viewer from the surface. */
async function loadAccount(session: SurfaceSession): Promise<AppConfigResponse | undefined> {
  const answer = await session.request('/api/v1/app-config').catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as AppConfigResponse) : undefined;
}
