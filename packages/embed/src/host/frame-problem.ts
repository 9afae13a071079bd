/**
 * What no surface runs without in a frame that has a `sandbox`: its scripts, and the origin that they are loaded from.
 */
const NEEDED = ['allow-scripts', 'allow-same-origin'];

/**
 * Why the iframe will stay empty, in a sentence for the developer of the host page; undefined where nothing is known to
 * keep it so. The browser says such things of the frame alone, or says nothing.
 *
 * @param page whether it is cross-origin isolated (`Cross-Origin-Embedder-Policy`)
 */
export function findFrameProblem(
  iframe: Pick<HTMLIFrameElement, 'getAttribute'>,
  page: { readonly isIsolated: boolean },
): string | undefined {
  const sandbox = iframe.getAttribute('sandbox');
  const tokens = sandbox?.toLowerCase().split(/\s+/);
  const missing = tokens ? NEEDED.filter((token) => !tokens.includes(token)) : [];
  if (missing.length > 0)
    return `The iframe stays empty: its sandbox lacks ${missing.join(' and ')}, without which no surface runs`;
  if (page.isIsolated && iframe.getAttribute('credentialless') === null)
    return 'The iframe stays empty: this page is cross-origin isolated, so the iframe needs the attribute credentialless';
  return undefined;
}
