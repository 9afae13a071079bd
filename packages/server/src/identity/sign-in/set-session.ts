import { limits } from '@oriel/contract';
import type { CallContext } from '../../http/handler.ts';
import type { CompletedSignIn } from './complete-sign-in.ts';

/** Gives the browser of a call the cookies of a session that has begun. */
export function setSession(
  { sessionCookie, deviceCookie }: Pick<CallContext, 'sessionCookie' | 'deviceCookie'>,
  { token, deviceToken }: Pick<CompletedSignIn, 'token' | 'deviceToken'>,
): void {
  sessionCookie.set(token, limits.CONSOLE_SESSION_TTL_SECONDS);
  deviceCookie.set(deviceToken, limits.KNOWN_DEVICE_TTL_SECONDS);
}
