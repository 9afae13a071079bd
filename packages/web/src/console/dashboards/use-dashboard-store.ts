import type { Dashboard } from '@oriel/contract';
import { parseUrlControls } from '@oriel/embed';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { createDashboardStore, createRunPython, type DashboardStore } from '../../dashboard/index.ts';
import { applyState, initialOf, isOfState, stateOf } from '../../dashboard/store/url-state.ts';
import { serverFetch, useIsServerThere } from '../connection/server-connection.ts';
import { useMemberTypeLoader } from '../data-model/use-model.ts';
import { parseSearch } from '../elements/search-text.ts';
import { useRunBatch } from '../api/session.ts';
import { useSurface } from '../surface/surface.ts';
import { createAddressState } from './address-state.ts';

/**
 * The store of a published dashboard. What its viewer chooses stands in the address of the page, and what the address
 * says is chosen.
 */
export function useDashboardStore(dashboard: Dashboard): DashboardStore {
  const { timezoneOf, onProblem, onRefresh, onDashboard, onControls } = useSurface();
  const timezone = timezoneOf(dashboard);
  const [zoneAtStart] = useState(timezone);
  const runBatch = useRunBatch(dashboard.deploymentId);
  const loadMemberTypes = useMemberTypeLoader(dashboard.deploymentId);
  const router = useRouter();
  const navigate = useNavigate();
  const { searchStr } = useLocation();
  const { store, follow } = useMemo(() => {
    const { publicId } = dashboard;
    const read = () => router.latestLocation.searchStr;
    const address = createAddressState(read(), (state) => {
      void navigate({
        to: '.',
        search: (previous: Record<string, unknown>) => ({
          ...Object.fromEntries(Object.entries(previous).filter(([name]) => !isOfState(name))),
          ...parseSearch(state),
        }),
        replace: true,
        resetScroll: false,
      });
    });
    const made: DashboardStore = createDashboardStore({
      dashboard,
      runBatch,
      runPython: createRunPython({ publicId, fetch: serverFetch }),
      loadMemberTypes,
      initial: { ...initialOf(parseUrlControls(read())), timezone: zoneAtStart },
      onError: (message) => onProblem({ name: 'QueryError', message, context: 'query' }),
      onControlsChanged() {
        address.write(stateOf(made, { ofControls: true }));
        tellControls(stateOf(made));
      },
    });
    const tellControls = whenNew(stateOf(made), onControls);
    const apply = (search: string) => {
      const state = address.read(search);
      if (state !== undefined) applyState(made, state);
    };
    return { store: made, follow: apply };
  }, [dashboard, runBatch, loadMemberTypes, zoneAtStart, onProblem, onControls, router, navigate]);
  useEffect(() => store.start(), [store]);
  useEffect(() => follow(searchStr), [follow, searchStr]);
  useEffect(() => {
    onDashboard(store);
    return () => onDashboard(undefined);
  }, [store, onDashboard]);
  useEffect(() => onRefresh(() => store.refresh()), [store, onRefresh]);
  useEffect(() => store.setTimezone(timezone), [store, timezone]);
  const isServerThere = useIsServerThere();
  useEffect(() => {
    if (isServerThere) store.reconnect();
  }, [isServerThere, store]);
  return store;
}

/** Tells what is not what was told before. */
function whenNew(first: string, tell: (text: string) => void): (text: string) => void {
  let told = first;
  return (text) => {
    if (text === told) return;
    told = text;
    tell(text);
  };
}
