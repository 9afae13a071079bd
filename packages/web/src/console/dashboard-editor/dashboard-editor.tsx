import { Alert, Button, Drawer, Group, Stack, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { DashboardWidget, Report, Workbook } from '@oriel/contract';
import { arrangementOf } from '@oriel/dashboard/widgets';
import { useEffect, useMemo, useRef, useState } from 'react';
import look from '../../dashboard/look/look.module.css';
import '../../dashboard/look/tokens.css';
import { themeProperties } from '../../dashboard/look/dashboard-theme.ts';
import { t as consoleText } from '../../messages/console-texts.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { useAppConfig } from '../api/app-config.ts';
import { ConflictAlert } from '../editing/conflict-alert.tsx';
import { serverFetch } from '../connection/server-connection.ts';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import { useSurface } from '../surface/surface.ts';
import { containerOf, findWidget, withoutWidget } from './draft/dashboard-draft.ts';
import { withNamedTheme } from './draft/draft-dashboard.ts';
import { DraftPreview } from './draft-preview.tsx';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { EditorContext, type Editor } from './draft/editor-context.ts';
import { onEditorKey } from './editor-keys.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { Inspector, kindText } from './inspector/inspector.tsx';
import { nameOf, newDashboard } from './draft/new-widgets.ts';
import { SettingsPanel } from './inspector/settings-panel.tsx';
import { useDraftEdits } from './draft/use-draft-edits.ts';
import { useLiveStore, useStoreMaker } from './draft/use-live-store.ts';
import { WidgetList } from './widget-list.tsx';
import styles from './dashboard-editor.module.css';

export interface DashboardEditorProps {
  workbook: Workbook;
  reports: readonly Report[];
  /** What a workbook without a dashboard begins with; default nothing. */
  start: 'reports' | 'empty' | undefined;
  onClose(): void;
}

/** In pixels, what the canvas needs to be one, and the inspector to stand beside it. */
const LEAST_CANVAS = 560;
const LEAST_BESIDE = 860;

/** The draft of a workbook's dashboard, to be changed: widgets on a canvas, what can be set of them beside it. */
export function DashboardEditor({ workbook, reports, start, onClose }: DashboardEditorProps) {
  const edits = useDraftEdits(workbook, () =>
    newDashboard(workbook.name, start === 'reports' ? reports : []),
  );
  const { draft, edit, isChanged, save } = edits;
  const { shows } = useSurface();
  const scheme = useComputedColorScheme('light');
  const themes = useAppConfig().data?.dashboardThemes;
  const themed = useMemo(() => withNamedTheme(draft, themes), [draft, themes]);
  const makeStore = useStoreMaker(workbook, reports);
  const store = useLiveStore(draft, makeStore);
  const [selected, select] = useState<string>();
  const [showsSettings, setShowsSettings] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const [said, announce] = useState('');
  const [removed, setRemoved] = useState<string>();
  const { ref: area, width: areaWidth } = useElementSize();
  const { ref: sheet, width } = useElementSize();
  const top = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLElement>(null);
  /** The widget that is brought on the screen once it is drawn. */
  const awaited = useRef<{ id: string; takesFocus: boolean }>(undefined);
  const [opened, setOpened] = useState<{ id: string; count: number }>();
  const isUnpublished = useMemo(() => hasUnpublishedChanges(workbook), [workbook]);

  const editor = useMemo<Editor>(() => {
    const labelOf = (widget: DashboardWidget) => nameOf(widget, reports) ?? kindText(widget);
    return {
      draft,
      reports,
      edit(change, subject) {
        setRemoved(undefined);
        edit(change, subject);
      },
      selected,
      select(id) {
        select(id);
        if (id !== undefined) setShowsSettings(false);
      },
      announce,
      labelOf,
      show(id) {
        awaited.current = { id, takesFocus: false };
      },
      focus(id) {
        awaited.current = { id, takesFocus: true };
      },
      drawn(id, element) {
        if (!element || awaited.current?.id !== id) return;
        const { takesFocus } = awaited.current;
        awaited.current = undefined;
        if (takesFocus) element.focus({ preventScroll: true });
        element.scrollIntoView({ block: 'nearest' });
      },
      openSettings(id) {
        select(id);
        setShowsSettings(false);
        setOpened((now) => ({ id, count: (now?.count ?? 0) + 1 }));
      },
      remove(id) {
        const widget = findWidget(draft, id);
        if (!widget) return;
        edit((now) => withoutWidget(now, id));
        select(undefined);
        setRemoved(labelOf(widget));
        // What had the focus is gone.
        top.current?.focus({ preventScroll: true });
      },
    };
  }, [draft, reports, edit, selected]);

  const widget = selected === undefined ? undefined : findWidget(draft, selected);
  const isNarrow = areaWidth < LEAST_BESIDE;
  const settings = shows.dashboardSettings && (showsSettings || (!isNarrow && !widget));
  const panel = settings ? (
    <SettingsPanel workbook={workbook} onSlugSaved={edits.rebase} />
  ) : (
    widget && <Inspector widget={widget} isCovering={isNarrow} />
  );
  const tabs = selected === undefined ? undefined : containerOf(draft, selected);
  useEffect(() => {
    if (selected !== undefined && tabs && arrangementOf(tabs) === 'tabs') store.openTab(tabs.id, selected);
  }, [store, tabs, selected]);
  useChosenInView(selected);
  useEffect(() => {
    // The button that has opened the editor is gone.
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (opened) beside.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [opened]);
  const publish = () => {
    if (isChanged) save.mutate(undefined, { onSuccess: () => setPublishing(true) });
    else setPublishing(true);
  };
  const view = { request: serverFetch, themeKey: scheme, showsFailures: true, hidesOutage: true };
  return (
    <EditorContext value={editor}>
      {/* What is pressed anywhere in the editor comes here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={top}
        tabIndex={-1}
        onKeyDown={(event) => onEditorKey(event, edits)}
        style={{ outline: 'none' }}
      >
        <Stack gap="sm" mt="md" ref={area}>
          <EditorToolbar
            workbook={workbook}
            edits={edits}
            isUnpublished={isUnpublished}
            isPreview={isPreview}
            onPreview={setPreview}
            onSettings={() => {
              select(undefined);
              setShowsSettings(true);
            }}
            onPublish={publish}
            onClose={onClose}
          />
          <ConflictAlert error={save.error} onReload={() => void edits.takeTheirs()} />
          {edits.aside && (
            <Alert color="blue" role="status">
              <Group gap="xs">
                {t('aside.text')}
                <Button size="compact-sm" variant="default" onClick={edits.takeMine}>
                  {t('aside.takeMine')}
                </Button>
              </Group>
            </Alert>
          )}
          {removed !== undefined && (
            <Alert color="gray" role="status" py={6}>
              <Group gap="xs">
                {t('say.removed', { name: removed })}
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    setRemoved(undefined);
                    edits.undo();
                  }}
                >
                  {consoleText('action.undo')}
                </Button>
              </Group>
            </Alert>
          )}
          <p className={styles.hidden} id="dashboard-editor-keys">
            {t('canvas.keys')}
          </p>
          <p className={styles.hidden} role="status" aria-live="polite">
            {said}
          </p>
          {isPreview ? (
            <DraftPreview config={themed} makeStore={makeStore} view={view} />
          ) : (
            <div className={styles.editor} data-narrow={isNarrow}>
              <section className={styles.canvas} data-scheme={scheme} aria-label={t('canvas.label')}>
                <div ref={sheet} className={look.look} style={themeProperties(themed.theme)}>
                  {(draft.widgets ?? []).length === 0 && <p className={styles.empty}>{t('canvas.empty')}</p>}
                  {width >= LEAST_CANVAS && <EditorCanvas {...view} store={store} width={width} />}
                  {width > 0 && width < LEAST_CANVAS && <WidgetList {...view} store={store} width={width} />}
                </div>
              </section>
              {!isNarrow && (
                // What is pressed in the fields comes here.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
                <aside
                  ref={beside}
                  className={styles.inspector}
                  aria-label={t('inspector.label')}
                  onKeyDown={(event) => {
                    if (event.key === 'Escape' && selected !== undefined && !isOpenList(event.target))
                      backTo(selected);
                  }}
                >
                  {panel ?? t('inspector.nothing')}
                </aside>
              )}
            </div>
          )}
        </Stack>
        {isNarrow && !isPreview && (
          <Drawer
            opened={panel !== undefined && panel !== null}
            onClose={() => {
              select(undefined);
              setShowsSettings(false);
            }}
            position="bottom"
            size="75%"
            title={t('inspector.label')}
          >
            {panel}
          </Drawer>
        )}
      </div>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </EditorContext>
  );
}

/** A list that is open is closed by the key that leaves the settings. */
const isOpenList = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true';

const elementOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-chosen][data-widget-id="${CSS.escape(id)}"]`);

/** From the settings of a widget to the widget itself. */
function backTo(id: string): void {
  elementOf(id)?.focus();
}

/** A widget that was added may lie below what is on the screen. */
function useChosenInView(selected: string | undefined): void {
  useEffect(() => {
    if (selected === undefined) return;
    elementOf(selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
}
