import type { AppConfigResponse, ChartPalette } from '@oriel/contract';
import type { EmittedPayload, ShippedLocale } from '@oriel/embed';
import type { Scheme } from '@oriel/dashboard/account-look';
import { createRoot, type Root } from 'react-dom/client';
import { hasDashboardTexts, loadDashboardTexts } from '../messages/dashboard-texts.ts';
import { applyAppearance, loadFonts } from '../dashboard/account-appearance.ts';
import { ChartPalettes } from '../dashboard/chart-palettes.ts';
import { DashboardView } from '../dashboard/dashboard-view.tsx';
import type { DashboardViewProps } from '../dashboard/dashboard-view-props.ts';
import {
  createDashboardLinks,
  DashboardLinksContext,
  type DashboardLinks,
} from '../dashboard/dashboard-links.ts';
import { pageConfig } from '../page-config.ts';

let root: Root | undefined;
let latest: Drawn | undefined;
let links: DashboardLinks | undefined;
const NO_PALETTES: readonly ChartPalette[] = [];

/** How links to other dashboards are followed: the host opens them, or the viewer who has signed in by their address. */
export type FollowsLinks =
  | { readonly by: 'host'; tell(link: EmittedPayload<'dashboard-link'>): void }
  | { readonly by: 'address' };

/** A dashboard in the look of its account. */
interface Drawn extends DashboardViewProps {
  /** Absent where they cannot be followed. */
  followsLinks: FollowsLinks | undefined;
  scheme: Scheme;
  locale: ShippedLocale;
  account: Pick<AppConfigResponse, 'appTheme' | 'chartPalettes'> | undefined;
}

/**
 * Draws the dashboard in the page's root element, once its texts are there; called again, with other properties. Without the
 * texts of a language it is drawn in English.
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
  const { scheme: _scheme, locale: _locale, followsLinks: _followsLinks, account, ...props } = drawn;
  links ??= linksOf(drawn);
  if (!root) {
    const element = document.querySelector('#root');
    if (!element) throw new Error('The page has no root element');
    // What stands there, that the page is loading, goes when the root is drawn for the first time.
    root = createRoot(element);
    element.role = 'main';
  }
  root.render(
    <ChartPalettes value={account?.chartPalettes ?? NO_PALETTES}>
      <DashboardLinksContext value={links}>
        <DashboardView {...props} />
      </DashboardLinksContext>
    </ChartPalettes>,
  );
}

/** On paper nobody is there to open another dashboard. */
function linksOf({ followsLinks, store, request = fetch }: Drawn): DashboardLinks | undefined {
  if (!followsLinks || pageConfig().drawnAs !== undefined) return undefined;
  return createDashboardLinks({
    request,
    deploymentId: store.dashboard.deploymentId,
    targetOf({ publicId, title, filterUrlParameter }, target) {
      if (followsLinks.by === 'address')
        return { href: `/embed/dashboard/${encodeURIComponent(publicId)}?${filterUrlParameter}` };
      const filters = filterUrlParameter === '' ? {} : { filterUrlParameter };
      return { open: () => followsLinks.tell({ publicId, title, target, ...filters }) };
    },
  });
}
