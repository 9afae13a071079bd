import type { EmbedPort } from '@oriel/embed';

/** Tells the host which page of the application is shown. */
export interface PageEvents {
  /** Another page has come: `navigate`. @param path below the application */
  arrive(path: string): void;
  /** The page says its title: `view`, once for each arrival and after its `navigate`. */
  show(path: string, title: string): void;
}

/** Makes what turns the pages of the application into events, with the whole path of each. The first page is viewed, not navigated to. */
export function createPageEvents({
  basepath,
  emit,
}: {
  basepath: string;
  emit: EmbedPort['emit'];
}): PageEvents {
  let here: string | undefined;
  let isViewed = false;
  const arrive = (below: string) => {
    const path = below === '/' ? basepath : `${basepath}${below}`;
    if (path === here) return;
    const previousPath = here;
    here = path;
    isViewed = false;
    if (previousPath !== undefined) emit('navigate', { path, previousPath });
  };
  return {
    arrive,
    show(below, title) {
      arrive(below);
      if (isViewed || here === undefined) return;
      isViewed = true;
      emit('view', { path: here, title });
    },
  };
}
