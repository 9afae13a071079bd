import type { EmbedPort } from '@oriel/embed';

/** Tells the host which page of a surface is shown. */
interface PageEvents {
  /** Another page has come: `navigate`. @param path below the application */
  arrive(path: string, options?: { isResolved?: boolean }): void;
  /** The page says its title: `view`, once for each arrival and after its `navigate`. */
  show(path: string, title: string | null | undefined): void;
  /**
   * The host leads to a page: when it arrives it is told, also where it is the one that is there.
   * @param path below the base path
   */
  lead(path: string): void;
}

/**
 * Makes what turns the pages of a surface into events, with the whole path of each. The first page is viewed, not
 * navigated to.
 *
 * @param options.about what `view` says of each page besides
 */
export function createPageEvents({
  basepath,
  emit,
  about = {},
}: {
  basepath: string;
  emit: EmbedPort['emit'];
  about?: { readonly publicId?: string };
}): PageEvents {
  let here: string | undefined;
  let lastTitle: string | undefined;
  let isViewed = false;
  let led: string | undefined;
  const view = (path: string) =>
    emit('view', { path, ...about, ...(lastTitle !== undefined && { title: lastTitle }) });
  const pathOf = (below: string) => (below === '/' ? basepath : `${basepath}${below}`);
  const arrive = (below: string, { isResolved = false } = {}) => {
    const path = pathOf(below);
    const isSame = path === here;
    // What is there may say itself once more while another page is on its way.
    const isAsked = isResolved ? led !== undefined : led === path;
    if (isSame && !isAsked) return;
    led = undefined;
    const previousPath = here;
    here = path;
    if (previousPath !== undefined) emit('navigate', { path, previousPath });
    // Its title is known, and nothing on it says it anew.
    if (isSame && isViewed) view(path);
    else isViewed = false;
  };
  return {
    arrive,
    show(below, title) {
      arrive(below);
      lastTitle = title || undefined;
      if (isViewed || here === undefined) return;
      isViewed = true;
      view(here);
    },
    lead(below) {
      led = pathOf(below);
    },
  };
}
