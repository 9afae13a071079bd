import { lazy, Suspense, useSyncExternalStore, type ComponentProps } from 'react';

// Most dashboards have none.
const Filters = lazy(async () => ({ default: (await import('./other-filters.tsx')).OtherFilters }));

/** The filters that no control of the dashboard has; what shows them is loaded when there is one. */
export function OtherFilters({ store }: ComponentProps<typeof Filters>) {
  const others = useSyncExternalStore(store.subscribe, store.others);
  return (
    others.size > 0 && (
      <Suspense>
        <Filters store={store} />
      </Suspense>
    )
  );
}
