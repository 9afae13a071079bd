/**
 * Resolves when the page around the program is parsed and its style sheets have come. The entry of a surface runs
 * before that, so that the session is asked for at once; whatever touches the page waits for this.
 */
export const pageReady: Promise<void> =
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => {
        window.addEventListener('load', () => resolve(), { once: true });
      });
