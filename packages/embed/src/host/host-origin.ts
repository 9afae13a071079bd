/** Who embeds this page: an origin to talk to, or the reason why there is none. */
export type HostOrigin =
  | { readonly origin: string }
  /** `not-framed` is no fault: the page was opened in a tab of its own. */
  | {
      readonly origin: undefined;
      readonly reason: 'not-framed' | 'unknown' | 'not-allowed';
      readonly problem: string;
    };

interface FramedWindow {
  readonly parent: unknown;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  readonly document: { readonly referrer: string };
}

/**
 * Finds the origin of the page around this one: the browser's `location.ancestorOrigins` where it exists, else
 * the referrer, which is the host's as long as the iframe has not navigated by itself.
 *
 * `allowedOrigins` holds origins such as `https://app.example.com`; absent or empty allows every origin.
 */
export function findHostOrigin(window: FramedWindow, allowedOrigins: readonly string[] = []): HostOrigin {
  if (window.parent === window) {
    return {
      origin: undefined,
      reason: 'not-framed',
      problem: 'The page is not embedded: there is no host to talk to',
    };
  }
  const origin = originOf(window.location.ancestorOrigins?.[0] ?? window.document.referrer);
  if (origin === undefined) return { origin, reason: 'unknown', problem: unknownHost };
  if (allowedOrigins.length === 0 || allowedOrigins.some((allowed) => originOf(allowed) === origin))
    return { origin };
  return {
    origin: undefined,
    reason: 'not-allowed',
    problem: `The origin ${origin} is not among the allowed origins of this account: an admin can add it`,
  };
}

const unknownHost =
  'The origin of the embedding page is not known, so no events are sent and no actions are taken. ' +
  'Give the iframe referrerpolicy="origin" and do not sandbox the embedding page';

/** The origin of an address; undefined for what is no address, and for opaque origins, which cannot be addressed. */
export function originOf(address: string): string | undefined {
  try {
    const { origin } = new URL(address);
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined; // a TypeError is how URL says that it is no address; canParse is newer than ES2022 browsers
  }
}
