/** Where the files of an app lie, and who may frame it. */
export interface AppPolicy {
  /** The addresses of the app's own files, each with a slash at the end; several where the server is known by several names. */
  files: readonly string[];
  /** The same of the packages that Oriel ships. */
  packages: readonly string[];
  /** Sources of `frame-ancestors`. */
  frameAncestors: readonly string[];
}

/**
 * The content security policy of every file of an app. `sandbox` gives it an origin of its own, also where its address is opened
 * by itself: no storage, no cookie, no page around it that it could read. It reaches its own files, scripts of the packages, and
 * nothing else. What is inline is the author's, as the files are.
 *
 * @see https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export function appPolicy({ files, packages, frameAncestors }: AppPolicy): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [...files, ...packages, "'unsafe-inline'"],
    'style-src': [...files, "'unsafe-inline'"],
    'img-src': [...files, 'data:', 'blob:'],
    'font-src': [...files, 'data:'],
    'media-src': [...files, 'data:', 'blob:'],
    'connect-src': files,
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': frameAncestors,
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
