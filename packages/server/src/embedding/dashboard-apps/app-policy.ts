/** Where the files of an app lie, and who may frame it. */
interface AppPolicy {
  /**
   * The addresses of the app's own files, each with a slash at the end; several where the server is known by several
   * names.
   */
  files: readonly string[];
  /** The same of the packages that Oriel ships. */
  packages: readonly string[];
  /** Whether it is a page: scripts run there alone. */
  isPage: boolean;
  /** Sources of `frame-ancestors`. */
  frameAncestors: readonly string[];
}

/**
 * The content security policy of every file of an app. `sandbox` gives it an origin of its own, also where its address
 * is opened by itself: no storage, no cookie, no page around it that it could read. It reaches its own files, scripts
 * of the packages, and nothing else. What is inline is the author's, as the files are. Scripts run in pages alone,
 * which begin with ours: a picture that is opened as a page has none.
 *
 * @see https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export function appPolicy({ files, packages, isPage, frameAncestors }: AppPolicy): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    sandbox: isPage ? ['allow-scripts'] : [],
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

/**
 * What the app may connect to, whatever way: its server, and of that what the policy names. It closes what no directive
 * does, such as connections between browsers, in the frames of an app as well. Browsers that do not know the header
 * leave it.
 *
 * @see https://wicg.github.io/connection-allowlists/
 */
const CONNECTION_ALLOWLIST = '(response-origin)';

/** The headers of a file of an app under its policy. Modules are asked for by CORS, from an origin of no name. */
export function appFileHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'connection-allowlist': CONNECTION_ALLOWLIST,
    'access-control-allow-origin': '*',
    'x-dns-prefetch-control': 'off',
  };
}
