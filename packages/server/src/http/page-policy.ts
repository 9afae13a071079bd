import { imageSourcesOf, isImageHost } from '@oriel/contract';

/** What a page of ours may load, and who may frame it. */
export interface PagePolicy {
  /** The hosts of pictures of the account; see `isImageHost`. */
  imageHosts: readonly string[];
  /** Sources of `frame-ancestors`. */
  frameAncestors: readonly string[];
  /** Sources of inline styles: a nonce or hashes. */
  styleSources: readonly string[];
  /** Whether texts may become HTML by way of the sanitizer alone. */
  hasTrustedTypes: boolean;
}

/** No source has a character that begins another or another directive, whatever was stored. */
const SOURCE = /^[\w.:/*'+=[\]-]+$/;

/**
 * The content security policy of a page. It runs and asks its own server alone; charts draw without eval, and nothing of an
 * author runs or frames anything. Pictures come from the account's hosts; `data:` is the page's own icons, and pictures that
 * are in a text itself.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function pagePolicy({
  imageHosts,
  frameAncestors,
  styleSources,
  hasTrustedTypes,
}: PagePolicy): string {
  const pictures = imageHosts.filter(isImageHost).flatMap(imageSourcesOf);
  const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['dompurify'] };
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleSources],
    'img-src': ["'self'", 'data:', ...pictures],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': frameAncestors,
    ...(hasTrustedTypes && trustedTypes),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => SOURCE.test(source))].join(' '))
    .join('; ');
}
