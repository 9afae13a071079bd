import type { DashboardWidget } from '@oriel/contract';
import { aiConfigOf } from '@oriel/dashboard/widgets';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createChatClient, loadChatSettings } from '../../chat-client/chat-client.ts';
import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { chosenControls } from '../store/chosen-controls.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import look from '../look/look.module.css';
import { ExportStatus } from '../exports/export-status.tsx';
import { Menu } from '../elements/menu.tsx';
import { useExport } from '../exports/use-export.ts';
import { MarkdownText } from '../text/markdown-text.tsx';
import { Skeleton } from '../look/skeleton.tsx';
import { WidgetTitle } from '../elements/widget-title.tsx';
import {
  createSummaryStore,
  type StreamSummary,
  type SummaryProblem,
  type SummaryState,
  type SummaryStore,
} from './summary-store.ts';
import styles from './summary-widget.module.css';

/** What a text is drawn as. */
const PICTURES = ['png', 'pdf'] as const;

/** A text about the dashboard that an agent has written for this viewer. */
export function SummaryWidget(
  props: DashboardViewProps & { readonly widget: DashboardWidget; readonly depth?: number },
) {
  const { store, widget, request, openChat, allowExport = false, canDraw = false } = props;
  const summary = useSummary(store, widget.id, request ?? fetch);
  const state = useSyncExternalStore(summary.subscribe, summary.state);
  const file = useExport(props);
  const title = aiConfigOf(widget).title ?? t('summary.title');
  const { chatId } = state;
  const section = useRef<HTMLElement>(null);
  const again = (load: () => void) => () => {
    // The button goes while a text is written, and would take the focus along.
    section.current?.focus();
    load();
  };
  return (
    <section
      className={`${look.card} ${styles.card}`}
      ref={section}
      tabIndex={-1}
      aria-label={title}
      data-part="summary"
    >
      <header className={styles.header}>
        <WidgetTitle title={title} depth={props.depth} />
        {openChat && chatId !== undefined && !state.problem && (
          <button type="button" className={look.quietButton} onClick={() => openChat(chatId)}>
            {t('summary.openChat')}
          </button>
        )}
        {allowExport && canDraw && state.status === 'ready' && !state.problem && (
          <Menu label={t('chart.menu', { title })}>
            {PICTURES.map((format) => (
              <button
                key={format}
                type="button"
                onClick={() => void file.start({ format, widgetId: widget.id, title })}
              >
                {t(`export.${format}`)}
              </button>
            ))}
          </Menu>
        )}
      </header>
      <ExportStatus store={props.store} state={file.state} onStop={file.stop} />
      <div className={styles.body} aria-busy={state.status !== 'ready'}>
        <Body state={state} onRetry={again(state.mayRefresh ? summary.refresh : summary.load)} />
      </div>
      <Announcement state={state} />
      {state.status === 'ready' && !state.problem && (
        <Footer state={state} timezone={store.choices().timezone} onRefresh={again(summary.refresh)} />
      )}
    </section>
  );
}

function Body({
  state: { status, text, problem, isCutOff },
  onRetry,
}: {
  state: SummaryState;
  onRetry(): void;
}) {
  if (status === 'ready' && problem) return <Problem problem={problem} onRetry={onRetry} />;
  if (text !== '')
    return (
      <>
        <MarkdownText content={text} isGenerated />
        {isCutOff && <p className={styles.quiet}>{t('summary.cutOff')}</p>}
      </>
    );
  return (
    <>
      {status === 'writing' && <p className={styles.quiet}>{t('summary.writing')} …</p>}
      <div className={styles.lines} aria-hidden>
        <Skeleton />
      </div>
    </>
  );
}

/**
 * Says to screen readers that a text is being written, and that it is there. One that was there before is not
 * announced.
 */
function Announcement({ state: { status, problem } }: { state: SummaryState }) {
  const [wasWriting, setWriting] = useState(false);
  if (status === 'writing' && !wasWriting) setWriting(true);
  const isWritten = wasWriting && status === 'ready' && !problem;
  return (
    <p className={styles.hidden} role="status">
      {status === 'writing' ? t('summary.writing') : isWritten ? t('summary.complete') : ''}
    </p>
  );
}

function Problem({ problem: { kind }, onRetry }: { problem: SummaryProblem; onRetry(): void }) {
  if (kind !== 'failed')
    return <p className={styles.quiet}>{t(kind === 'unavailable' ? kind : `summary.${kind}`)}</p>;
  return (
    <div className={styles.problem}>
      <p role="alert">{t('summary.failed')}</p>
      <button type="button" className={look.quietButton} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  );
}

/** Of when it is, and how it is written anew. */
function Footer({
  state: { isStale, createdAt, mayRefresh },
  timezone,
  onRefresh,
}: {
  state: SummaryState;
  timezone: string | undefined;
  onRefresh(): void;
}) {
  if (!mayRefresh && createdAt === undefined) return null;
  return (
    <footer className={styles.footer}>
      {createdAt !== undefined && (
        <span data-stale={isStale}>
          {t(isStale ? 'summary.stale' : 'summary.written', { time: timeOf(createdAt, timezone) })}
        </span>
      )}
      {mayRefresh && (
        <button type="button" className={look.quietButton} onClick={onRefresh}>
          {t('summary.update')}
        </button>
      )}
    </footer>
  );
}

/** In the zone of the dashboard, where it has one. */
const timeOf = (createdAt: string, timeZone: string | undefined) =>
  new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(createdAt),
  );

/** The text, which is read when the charts are drawn and whenever the controls have changed. */
function useSummary(store: DashboardStore, widgetId: string, request: typeof fetch): SummaryStore {
  const [summary] = useState(() =>
    createSummaryStore({
      widgetId,
      stream: createStream(store, request),
      surroundings() {
        const { timezone, ...controls } = store.choices();
        return { timezone, dashboard: { publicId: store.dashboard.publicId, ...chosenControls(controls) } };
      },
    }),
  );
  useEffect(() => {
    let isGone = false;
    let asked: string | undefined;
    const load = () => {
      const wanted = JSON.stringify(store.settings());
      if (isGone || wanted === asked) return;
      asked = wanted;
      summary.load();
    };
    let unsubscribe = () => {};
    void store.whenLoaded().then(() => {
      if (isGone) return;
      unsubscribe = store.subscribe(load);
      load();
    });
    return () => {
      isGone = true;
      unsubscribe();
      summary.close();
    };
  }, [store, summary]);
  return summary;
}

/** Asks the chat of the deployment, once it is known where that is. */
function createStream({ dashboard: { deploymentId } }: DashboardStore, request: typeof fetch): StreamSummary {
  let settings: ReturnType<typeof loadChatSettings> | undefined;
  return async function* stream(turn, signal) {
    settings ??= loadChatSettings(deploymentId, request);
    const { accountName } = await settings.catch((error: unknown) => {
      settings = undefined;
      throw error;
    });
    yield* createChatClient({ deploymentId, accountName, fetch: request }).stream(undefined, turn, signal);
  };
}
