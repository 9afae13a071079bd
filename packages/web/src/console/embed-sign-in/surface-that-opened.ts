/** What is looked at of a window. */
interface OpenedWindow {
  readonly opener: Window | null;
  readonly location: { readonly origin: string };
}

/** The surfaces that a viewer signs in to. */
const PRIVATE_SURFACE = /^\/embed\/(dashboard\/[^/]+|chat)\/?$/;

/**
 * The surface that has opened this window; undefined for every other opener, and where there is none. That a window of
 * this origin is a surface in a page that may frame it is what its own answer has seen to.
 */
export function surfaceThatOpened({ opener, location }: OpenedWindow): Window | undefined {
  try {
    const isSurface =
      opener?.location.origin === location.origin && PRIVATE_SURFACE.test(opener.location.pathname);
    return isSurface ? opener : undefined;
  } catch {
    return undefined; // a SecurityError is how the browser says that the opener is of another origin
  }
}
