import type { AppConfigResponse, ChartPalette } from '@oriel/contract';
import type { ShippedLocale } from '@oriel/embed';
import type { Scheme } from '@oriel/dashboard/account-look';
import { createRoot, type Root } from 'react-dom/client';
import { hasDashboardTexts, loadDashboardTexts } from '../../messages/dashboard-texts.ts';
import { applyAppearance, loadFonts } from '../../dashboard/look/account-appearance.ts';
import { ChartPalettes } from '../../dashboard/look/chart-palettes.ts';
import { DashboardView } from '../../dashboard/dashboard-view.tsx';
import type { DashboardViewProps } from '../../dashboard/elements/dashboard-view-props.ts';
import { DashboardLinksContext, type DashboardLinks } from '../../dashboard/store/dashboard-links.ts';
import { pageConfig } from '../../page/page-config.ts';
import { followHeight } from './follow-height.ts';
import { createSurfaceLinks } from '../surface/surface-links.ts';
import type { EmbeddedSurface } from '../surface/surface.ts';

let root: Root | undefined;
let latest: Drawn | undefined;
let links: DashboardLinks | undefined;
const NO_PALETTES: readonly ChartPalette[] = [];

/** A dashboard in the look of its account. */
interface Drawn extends DashboardViewProps {
  /** By which links to other dashboards are followed. */
  surface: Pick<EmbeddedSurface, 'session' | 'emit'>;
  scheme: Scheme;
  locale: ShippedLocale;
  account: Pick<AppConfigResponse, 'appTheme' | 'chartPalettes'> | undefined;
}

/**
 * Draws the dashboard in the page's root element, once its texts are there; called again, with other properties.
 * Without the texts of a language it is drawn in English.
 */
export async function renderDashboard(drawn: Drawn): Promise<void> {
  latest = drawn;
  if (!hasDashboardTexts(drawn.locale)) {
    await loadDashboardTexts(drawn.locale).catch(() => undefined);
    if (latest !== drawn) return;
  }
  show(drawn);
}

function show(drawn: Drawn): void {
  const { account, scheme } = drawn;
  const appearance = { theme: account?.appTheme, palettes: account?.chartPalettes };
  applyAppearance(document.documentElement, appearance, scheme);
  draw(drawn);
  void loadFonts(account?.appTheme).then((isNew) => {
    // Charts are painted once more; by now there may be other properties.
    if (isNew && latest) draw({ ...latest, themeKey: `${latest.themeKey} with fonts` });
  });
}

function draw(drawn: Drawn): void {
  const { scheme: _scheme, locale: _locale, surface, account, ...props } = drawn;
  links ??= createSurfaceLinks(surface, props.store.dashboard.deploymentId);
  if (!root) {
    const element = document.querySelector('#root');
    if (!element) throw new Error('The page has no root element');
    // What stands there, that the page is loading, goes when the root is drawn for the first time.
    root = createRoot(element);
    element.role = 'main';
    tellHeight(element, drawn);
  }
  root.render(
    <ChartPalettes value={account?.chartPalettes ?? NO_PALETTES}>
      <DashboardLinksContext value={links}>
        <DashboardView {...props} />
      </DashboardLinksContext>
    </ChartPalettes>,
  );
}

/** An app is as high as the frame. */
function tellHeight(element: Element, { store, surface }: Drawn): void {
  if (store.dashboard.config.kind === 'APP' || pageConfig().drawnAs) return;
  const watch = new MutationObserver(() => {
    const dashboard = element.querySelector(':scope > [data-part=dashboard]');
    if (!dashboard) return;
    watch.disconnect();
    followHeight(dashboard, (height) => surface.emit('height', { height }));
  });
  watch.observe(element, { childList: true });
}
