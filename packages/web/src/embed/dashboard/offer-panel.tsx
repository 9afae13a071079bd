import { createRoot } from 'react-dom/client';
import type { ShippedLocale } from '@oriel/embed';
import type { ComponentType, ReactNode } from 'react';
import { SidePanel, type RoomProps, type SidePanelTexts } from '../../dashboard/elements/side-panel.tsx';
import type { SidePanels } from '../../dashboard/elements/side-panels.ts';
import type { EmbeddedSurface } from '../surface/surface.ts';

/** A panel beside a dashboard. */
interface OfferedPanel {
  readonly name: string;
  readonly order: number;
  readonly icon: ReactNode;
  loadTexts(locale: ShippedLocale): Promise<void>;
  /** In the language of the page. */
  texts(): SidePanelTexts;
  /** In the language of the page; drawn anew when `subscribe` says so. */
  badge?(): { readonly text: string; readonly label: string } | undefined;
  subscribe?(listener: () => void): void;
  /** Loads the content, when the panel is opened for the first time. */
  load(): Promise<ComponentType<RoomProps>>;
}

/**
 * Draws the button of a panel beside a dashboard, and its panel once it is opened, as the preferences are at each time.
 */
export async function offerPanel(
  { preferences, failed }: EmbeddedSurface,
  panels: SidePanels,
  { loadTexts, texts, badge, subscribe, ...panel }: OfferedPanel,
): Promise<void> {
  if (failed.aborted) return;
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  failed.addEventListener('abort', () => {
    root.unmount();
    element.remove();
  });
  let revision = 0;
  const draw = async () => {
    revision += 1;
    const drawn = revision;
    const { locale } = preferences;
    // Without the texts of a language it is drawn in English.
    await loadTexts(locale).catch(() => undefined);
    if (drawn !== revision || failed.aborted) return;
    const themeKey = String(revision);
    root.render(
      <SidePanel
        {...panel}
        panels={panels}
        texts={texts()}
        badge={badge?.()}
        locale={locale}
        themeKey={themeKey}
      />,
    );
  };
  preferences.subscribe((change) => change !== 'timezone' && void draw());
  subscribe?.(() => void draw());
  await draw();
}
