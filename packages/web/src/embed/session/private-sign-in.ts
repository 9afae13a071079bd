import type { SurfacePreferences } from '../preferences/surface-preferences.ts';
import { readToken, type Token } from './token-claims.ts';

/** Why a try to sign in came to nothing. `refused`: what the window handed over could not be exchanged. */
export type SignInProblem = 'blocked' | 'closed' | 'refused';

/** How a try to sign in ended. */
type SignInOutcome = { token: Token } | { problem: SignInProblem };

/** One try to sign in. */
interface SignIn {
  /** Opens the window of the sign-in, within the click of the viewer, and waits for what comes of it. Called once. */
  open(): Promise<SignInOutcome>;
  /** Brings the window to the front, within the click of a viewer who has lost sight of it. */
  show(): void;
}

/** How often it is looked whether the window is still there. */
const LOOK_MS = 500;

/**
 * Prepares one try to sign in by a window of its own, for no page may frame the sign-in, and a frame of another site
 * gets no cookie. The window hands over a code; the secret behind it never leaves this page (PKCE, RFC 7636).
 *
 * @param preferences the language that the window speaks and the scheme that it is shown in: those of the page by then
 * @returns undefined where the page may not compute hashes: it was not loaded by HTTPS
 */
export async function prepareSignIn(
  preferences: Pick<SurfacePreferences, 'locale' | 'scheme'>,
): Promise<SignIn | undefined> {
  // Of an insecure page, in spite of its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = toBase64Url(
    new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  );
  let popup: Window | null = null;
  return {
    async open() {
      const { locale, scheme } = preferences;
      popup = window.open(
        `/embed/sign-in?challenge=${challenge}&locale=${locale}&colorScheme=${scheme}`,
        '_blank',
        'popup,width=520,height=720',
      );
      if (!popup) return { problem: 'blocked' };
      const code = await codeFrom(popup);
      return code === undefined ? { problem: 'closed' } : redeem(code, verifier);
    },
    show: () => popup?.focus(),
  };
}

/** What the window says that this page has opened, and no other; undefined where it is closed before. */
function codeFrom(popup: Window): Promise<string | undefined> {
  return new Promise((resolve) => {
    let wasClosed = false;
    const end = (code: string | undefined) => {
      window.clearInterval(timer);
      window.removeEventListener('message', hear);
      resolve(code);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== popup || origin !== window.location.origin) return;
      const { type, code } = (data ?? {}) as { type?: unknown; code?: unknown };
      if (type === 'oriel-sign-in' && typeof code === 'string') end(code);
    };
    const timer = window.setInterval(() => {
      // A message that was sent last may come after the window has gone.
      if (popup.closed && wasClosed) end(undefined);
      wasClosed = popup.closed;
    }, LOOK_MS);
    window.addEventListener('message', hear);
  });
}

async function redeem(code: string, verifier: string): Promise<SignInOutcome> {
  const answer = await fetch('/api/v1/embed/sign-in/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, verifier }),
  }).catch(() => undefined);
  if (!answer?.ok) return { problem: 'refused' };
  return { token: readToken(((await answer.json()) as { token: string }).token) };
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
