import styles from './side-panel.module.css';

/** The panels at the side of a page, of which one at most is open. */
export interface SidePanels {
  /** Where their buttons stand, in the order in which they were offered. */
  readonly dock: HTMLElement;
  /** The name of the panel that is open. */
  opened(): string | undefined;
  /** Opens a panel, which closes the others; undefined closes them all. */
  open(name: string | undefined): void;
  subscribe(listener: () => void): () => void;
  /** Says whether a panel covers what it stands beside, for want of room: nothing of it is reached then. */
  cover(isCovered: boolean): void;
  /** Takes the buttons from the page. */
  remove(): void;
}

/** Makes the panels beside the page's root element. */
export function createSidePanels(): SidePanels {
  const listeners = new Set<() => void>();
  const dock = document.createElement('div');
  dock.className = styles.dock ?? '';
  document.body.append(dock);
  let current: string | undefined;
  const cover = (isCovered: boolean) => {
    const page = document.querySelector<HTMLElement>('#root');
    if (page) page.inert = isCovered;
    dock.inert = isCovered;
  };
  return {
    dock,
    opened: () => current,
    open(name) {
      current = name;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cover,
    remove() {
      cover(false);
      dock.remove();
    },
  };
}
