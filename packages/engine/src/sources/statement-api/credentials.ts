import type { OutgoingHttpHeaders } from 'node:http';
import type { Credential } from './statement-api.ts';

/** A token, and when it ends, in milliseconds since 1970. */
export interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** A token is replaced so long before it ends, for clocks differ and requests take their time. */
const EARLY_MS = 60_000;

/** A credential of tokens that end, each asked for once by all who need it, when the one before is about to end. */
export function renewedCredential(
  issue: () => Promise<AccessToken>,
  headersOf: (token: string) => OutgoingHttpHeaders = bearer,
): Credential {
  let current: Promise<AccessToken> | undefined;
  const ask = () => {
    const asked = issue();
    current = asked;
    asked.catch(() => {
      if (current === asked) current = undefined;
    });
    return asked;
  };
  return {
    async headers() {
      const known = current ?? ask();
      let issued = await known;
      if (Date.now() >= issued.expiresAt - EARLY_MS) {
        // The first of those who wait for it replaces it.
        if (current === known) current = undefined;
        issued = await (current ?? ask());
      }
      return headersOf(issued.token);
    },
    forget: () => void (current = undefined),
  };
}

/** A credential that is given; of a user it is another one after it was refreshed. */
export function givenCredential(
  token: () => string,
  headersOf: (token: string) => OutgoingHttpHeaders = bearer,
): Credential {
  return { headers: async () => headersOf(token()), forget: () => {} };
}

const bearer = (token: string): OutgoingHttpHeaders => ({ authorization: `Bearer ${token}` });
