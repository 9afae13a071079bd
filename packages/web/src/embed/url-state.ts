import { serializeUrlControls, type UrlFilterType } from '@oriel/embed';
import { isTestWithoutValue } from '@oriel/dashboard/chart-query';
import type { DashboardStore } from '../dashboard/index.ts';

/** Writes what the viewer chose, and nothing that the author did, into the page's own address. */
export function writeControlsToUrl(store: DashboardStore): void {
  const { filters, grains, fields } = store.choices();
  const chosen = filters.filter(
    ({ operator, value }) =>
      isTestWithoutValue(operator) || (value !== null && (!Array.isArray(value) || value.length > 0)),
  );
  const text = serializeUrlControls({
    // The operators of controls are those of the address.
    filters: chosen.map(({ member, operator, value }) => ({
      member,
      type: operator as UrlFilterType,
      ...(value !== null && { value }),
    })),
    granularities: grains.map(({ member, granularity }) => ({ member, granularity })),
    fields: fields.map(({ member, selected }) => ({ member, selected })),
  });
  const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => !/^(f|tg|ms)_/.test(name));
  const query = [new URLSearchParams(kept).toString(), text.replace(/^\?/, '')].filter(Boolean).join('&');
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`);
}
