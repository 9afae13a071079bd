import { imageSourcesOf, isImageHost } from '@oriel/contract';

/** What a page of ours may load, and who may frame it. */
export interface PagePolicy {
  /** The hosts of pictures of the account; see `isImageHost`. */
  imageHosts: readonly string[];
  /** The addresses of the fonts and of the logo of the account. */
  fontUrls?: readonly string[];
  logoUrl?: string | undefined;
  /** Sources of `frame-ancestors`. */
  frameAncestors: readonly string[];
  /** Sources of inline styles: a nonce or hashes. */
  styleSources: readonly string[];
  /** Whether it frames pages of its own server: dashboard apps. */
  framesApps?: boolean;
  /** Whether texts may become HTML by way of the sanitizer alone. */
  hasTrustedTypes: boolean;
}

/** What no page of ours, and nothing of an author, has a use for. */
export const PERMISSIONS_POLICY =
  'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** No source has a character that begins another or another directive, whatever was stored. */
const SOURCE = /^[\w.:/*'+=[\]-]+$/;

/**
 * The content security policy of a page. It runs and asks its own server alone; charts draw without eval, and nothing
 * of an author runs or frames anything but a dashboard app, which does so in a sandbox of its own. Pictures and the
 * regions of maps come from the account's hosts, fonts from those of its theme; `data:` is the page's own icons, and
 * pictures that are in a text itself.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function pagePolicy({
  imageHosts,
  fontUrls = [],
  logoUrl,
  frameAncestors,
  styleSources,
  framesApps = false,
  hasTrustedTypes,
}: PagePolicy): string {
  const pictures = imageHosts.filter(isImageHost).flatMap(imageSourcesOf);
  const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['dompurify'] };
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleSources],
    'img-src': ["'self'", 'data:', ...pictures, ...originsOf(logoUrl ? [logoUrl] : [])],
    'font-src': ["'self'", ...originsOf(fontUrls)],
    'connect-src': ["'self'", ...pictures],
    ...(framesApps && { 'frame-src': ["'self'"] }),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': frameAncestors,
    ...(hasTrustedTypes && trustedTypes),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => SOURCE.test(source))].join(' '))
    .join('; ');
}

/** Where the files of a theme come from: by HTTPS, which is all that it may name. */
function originsOf(urls: readonly string[]): string[] {
  const origins = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [...new Set(origins)].filter((origin) => origin.startsWith('https://'));
}
