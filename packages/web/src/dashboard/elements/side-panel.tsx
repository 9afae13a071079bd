import type { ShippedLocale } from '@oriel/embed';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import look from '../look/look.module.css';
import { DrawGuard } from './draw-guard.tsx';
import styles from './side-panel.module.css';
import type { SidePanels } from './side-panels.ts';
import { Skeleton } from '../look/skeleton.tsx';

/** What the content of a panel is drawn with. */
export interface RoomProps {
  readonly locale: ShippedLocale;
  /** Changes whenever colours do. */
  readonly themeKey: string;
  /** Whether the panel is open; what is in it stays while it is not. */
  readonly isOpen: boolean;
  onClose(): void;
}

/** What a panel says by itself, in the language of the page. */
export interface SidePanelTexts {
  /** Names the button and the panel. */
  readonly launcher: string;
  readonly close: string;
  readonly unreachable: string;
  readonly retry: string;
}

interface SidePanelProps extends Pick<RoomProps, 'locale' | 'themeKey'> {
  /** Tells it from the other panels of the page. */
  readonly name: string;
  readonly panels: SidePanels;
  readonly texts: SidePanelTexts;
  readonly icon: ReactNode;
  /** Where its button stands among the others. */
  readonly order: number;
  /** Stands on the button; part of what names it. */
  readonly badge?: { readonly text: string; readonly label: string } | undefined;
  /** Loads the content, when the panel is opened for the first time; the first one that is given counts. */
  load(): Promise<ComponentType<RoomProps>>;
}

/** A button that opens a panel at the side, and the panel. While it is closed what was written in it stays. */
export function SidePanel({
  name,
  panels,
  texts,
  icon,
  order,
  badge,
  load,
  locale,
  themeKey,
}: SidePanelProps) {
  const opened = useSyncExternalStore(panels.subscribe, panels.opened);
  const isOpen = opened === name;
  const [Room, hasFailed, retry] = useLoaded(load, isOpen);
  const isNarrow = useMedia('(max-width: 719px)');
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useMovedFocus({ isOpen, isOtherOpen: opened !== undefined, isReady: Room !== undefined, launcher, panel });
  // Each panel says the same of all of them, so it does not matter which says it last.
  useEffect(() => panels.cover(opened !== undefined && isNarrow), [panels, opened, isNarrow]);
  const [isBroken, setBroken] = useState(false);
  const again = () => {
    setBroken(false);
    retry();
  };
  const close = useCallback(() => panels.open(undefined), [panels]);
  useEscape(panel, close);
  const open = () => panels.open(name);
  return (
    <>
      {createPortal(
        <button
          ref={launcher}
          type="button"
          className={`${look.look} ${styles.launcher}`}
          style={{ order }}
          hidden={isOpen}
          aria-label={badge?.label ?? texts.launcher}
          title={texts.launcher}
          aria-expanded={false}
          onClick={open}
        >
          {icon}
          {badge && (
            <span className={styles.badge} aria-hidden>
              {badge.text}
            </span>
          )}
        </button>,
        panels.dock,
      )}
      <div
        ref={panel}
        className={`${look.look} ${styles.panel}`}
        hidden={!isOpen}
        role={isNarrow ? 'dialog' : 'complementary'}
        aria-modal={isNarrow || undefined}
        aria-label={texts.launcher}
      >
        {Room && !isBroken && (
          <DrawGuard onError={() => setBroken(true)}>
            <Room locale={locale} themeKey={themeKey} isOpen={isOpen} onClose={close} />
          </DrawGuard>
        )}
        {(!Room || isBroken) && isOpen && (
          <Waiting texts={texts} hasFailed={hasFailed || isBroken} onRetry={again} onClose={close} />
        )}
      </div>
    </>
  );
}

interface WaitingProps {
  readonly texts: SidePanelTexts;
  readonly hasFailed: boolean;
  onRetry(): void;
  onClose(): void;
}

/** What stands in the panel while its content is loaded, or when it cannot be. */
function Waiting({ texts, hasFailed, onRetry, onClose }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <button type="button" className={look.quietButton} onClick={onClose}>
        {texts.close}
      </button>
      {hasFailed ? (
        <>
          <p role="alert">{texts.unreachable}</p>
          <button type="button" className={look.quietButton} onClick={onRetry}>
            {texts.retry}
          </button>
        </>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

/** What is loaded when it is wanted: the component, whether that has failed, and the function that loads it anew. */
function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [hasFailed, setFailed] = useState(false);
  const isMissing = isWanted && !Loaded && !hasFailed;
  // Another drawing brings another function that loads the same.
  const latest = useRef(load);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isGone = false;
    latest.current().then(
      (component) => !isGone && setLoaded(() => component),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [isMissing]);
  const again = () => {
    setFailed(false);
    setLoaded(undefined);
  };
  return [Loaded, hasFailed, again] as const;
}

interface MovedFocus {
  readonly isOpen: boolean;
  /** Whether another panel, or this one, is open. */
  readonly isOtherOpen: boolean;
  /** Whether the content is there. */
  readonly isReady: boolean;
  readonly launcher: { readonly current: HTMLElement | null };
  readonly panel: { readonly current: HTMLElement | null };
}

/**
 * The focus goes into the panel that is opened, and back to the button when it is closed: at once, so that a key that
 * is pressed while the content takes the place of what stood there meanwhile is not lost.
 */
function useMovedFocus({ isOpen, isOtherOpen, isReady, launcher, panel }: MovedFocus): void {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // A panel where nothing can be written has buttons alone.
    if (isOpen) ((isReady && find(panel, 'textarea')) || find(panel, 'button'))?.focus();
    else if (wasOpen.current && !isOtherOpen) launcher.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, isOtherOpen, isReady, launcher, panel]);
}

/**
 * Escape within the element closes it, other than the key that ends the composition of a character, and that which
 * closes a list or a dialog of its content.
 */
function useEscape(panel: MovedFocus['panel'], close: () => void): void {
  useEffect(() => {
    const { current } = panel;
    const onKeyDown = ({ key, isComposing, target }: KeyboardEvent) => {
      const isInner = target instanceof Element && target.closest('[popover], dialog') !== null;
      if (key === 'Escape' && !isComposing && !isInner) close();
    };
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, [panel, close]);
}

const find = ({ current }: MovedFocus['panel'], name: 'textarea' | 'button') =>
  current?.querySelector<HTMLElement>(name);

function useMedia(query: string): boolean {
  const [media] = useState(() => window.matchMedia(query));
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}
