import type { ShippedLocale } from '@oriel/embed';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react';
import look from '../dashboard/look.module.css';
import { Skeleton } from '../dashboard/skeleton.tsx';
import { t } from '../messages/chat-texts.ts';
import styles from './chat-panel.module.css';

/** What the chat in a panel is drawn with. */
export interface ChatRoomProps {
  readonly locale: ShippedLocale;
  /** Changes whenever colours do. */
  readonly themeKey: string;
  onClose(): void;
}

interface ChatPanelProps extends Pick<ChatRoomProps, 'locale' | 'themeKey'> {
  /** Loads the chat, when the panel is opened for the first time. */
  load(): Promise<ComponentType<ChatRoomProps>>;
  /** Whether the panel covers what it stands beside, for want of room: nothing of it should be reached then. */
  onCover(isCovered: boolean): void;
}

/** A button that opens a chat at the side, and the chat. While the panel is closed what was written stays. */
export function ChatPanel({ load, onCover, locale, themeKey }: ChatPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [Room, hasFailed, ask] = useLoaded(load);
  const isNarrow = useMedia('(max-width: 719px)');
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useMovedFocus({ isOpen, isReady: Room !== undefined, launcher, panel });
  useEffect(() => onCover(isOpen && isNarrow), [onCover, isOpen, isNarrow]);
  const close = useCallback(() => setOpen(false), []);
  useEscape(panel, close);
  const open = () => {
    setOpen(true);
    ask();
  };
  return (
    <>
      <button
        ref={launcher}
        type="button"
        className={`${look.look} ${styles.launcher}`}
        hidden={isOpen}
        aria-label={t('launcher')}
        title={t('launcher')}
        aria-expanded={false}
        onClick={open}
      >
        <Bubble />
      </button>
      <div
        ref={panel}
        className={`${look.look} ${styles.panel}`}
        hidden={!isOpen}
        role={isNarrow ? 'dialog' : 'complementary'}
        aria-modal={isNarrow || undefined}
        aria-label={t('launcher')}
      >
        {Room && <Room locale={locale} themeKey={themeKey} onClose={close} />}
        {!Room && isOpen && <Waiting hasFailed={hasFailed} onRetry={ask} onClose={close} />}
      </div>
    </>
  );
}

interface WaitingProps {
  readonly hasFailed: boolean;
  onRetry(): void;
  onClose(): void;
}

/** What stands in the panel while its chat is loaded, or when it cannot be. */
function Waiting({ hasFailed, onRetry, onClose }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <button type="button" className={look.quietButton} onClick={onClose}>
        {t('close')}
      </button>
      {hasFailed ? (
        <>
          <p role="alert">{t('unreachable')}</p>
          <button type="button" className={look.quietButton} onClick={onRetry}>
            {t('retry')}
          </button>
        </>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

/** What is loaded on demand: the component, whether the last try has failed, and the function that asks for it. */
function useLoaded<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [hasFailed, setFailed] = useState(false);
  const isAsked = useRef(false);
  const ask = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    setFailed(false);
    load().then(
      (component) => setLoaded(() => component),
      () => {
        isAsked.current = false;
        setFailed(true);
      },
    );
  };
  return [Loaded, hasFailed, ask] as const;
}

interface MovedFocus {
  readonly isOpen: boolean;
  /** Whether the chat is there. */
  readonly isReady: boolean;
  readonly launcher: { readonly current: HTMLElement | null };
  readonly panel: { readonly current: HTMLElement | null };
}

/** The focus goes into the panel that is opened, and back to the button when it is closed. */
function useMovedFocus({ isOpen, isReady, launcher, panel }: MovedFocus): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) find(panel, isReady ? 'textarea' : 'button')?.focus();
    else if (wasOpen.current) launcher.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, isReady, launcher, panel]);
}

/** Escape within the element closes it, other than the key that ends the composition of a character. */
function useEscape(panel: MovedFocus['panel'], close: () => void): void {
  useEffect(() => {
    const { current } = panel;
    const onKeyDown = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) close();
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

function Bubble() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M4 5h16v11H9l-5 4z" strokeLinejoin="round" />
      <path d="M8 9.5h8M8 12.5h5" strokeLinecap="round" />
    </svg>
  );
}
