import type { CallContext } from '../../http/handler.ts';
import type { SignInBrowser } from './complete-sign-in.ts';

/** The browser of a call. */
export function browserOf({
  clientAddress,
  userAgent,
  deviceCookie,
  sessionCookie,
}: CallContext): SignInBrowser & { readonly deviceToken: string | undefined } {
  return {
    clientAddress,
    userAgent,
    deviceToken: deviceCookie.value,
    sessionToken: sessionCookie.value,
  };
}
