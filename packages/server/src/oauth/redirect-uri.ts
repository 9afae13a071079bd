import type { OAuthClient } from '@oriel/contract';

const LOOPBACKS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/**
 * A scheme of a program's own is the reverse of a domain name (RFC 8252, section 7.1), so that it is no scheme of
 * browsers.
 */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** What URLs may be written with (RFC 3986); others would be compared as they stand and followed as something else. */
const CHARACTERS = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/;

/**
 * Says what is wrong with an address that users are to be sent to; undefined for nothing. Codes and users go where it
 * leads, so it is `https`, or the loopback interface, or of a native client a scheme of its own.
 *
 * @see RFC 8252, and RFC 9700, section 4.1
 */
export function findRedirectFault(
  uri: string,
  applicationType: OAuthClient['applicationType'],
): string | undefined {
  const url = URL.parse(uri);
  if (!url || !CHARACTERS.test(uri)) return 'must be an absolute address without spaces and fragment';
  // Addresses are compared as they stand (RFC 9700, section 4.1.3): a pattern would fit none.
  if (uri.includes('*')) return 'must be a whole address; a pattern with * is not taken';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:')
    return LOOPBACKS.has(url.hostname)
      ? undefined
      : 'must be https; http is for the loopback interface alone, such as http://127.0.0.1/callback';
  if (applicationType === 'native' && OWN_SCHEME.test(url.protocol)) return undefined;
  return applicationType === 'native'
    ? 'must be https, http on the loopback interface, or a scheme such as com.example.app:/callback'
    : 'must be https; schemes of their own are for native clients';
}

/** Says what is wrong with the address of a home page; undefined for nothing. */
export function findHomePageFault(uri: string): string | undefined {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACKS.has(url.hostname))
    ? undefined
    : 'must be an https address';
}

/** The host that an address leads to; null for a program on the computer of the user. */
export function redirectHostOf(uri: string): string | null {
  const url = URL.parse(uri);
  return url && /^https?:$/.test(url.protocol) && !LOOPBACKS.has(url.hostname) ? url.host : null;
}
