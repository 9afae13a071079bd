import { coded, parseUrlControls, type EmbedAction, type EmbedPort } from '@oriel/embed';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import { applyState, isOfState, stateOf } from '../../dashboard/store/url-state.ts';

/** The actions that set the controls of a dashboard, or ask for them. */
type ControlAction = EmbedAction<'set-filter' | 'get-state' | 'set-state'>;

/** What carries them out on one dashboard, in the order in which they come. @throws what the host is told */
export function createControlActions(store: DashboardStore, emit: EmbedPort['emit']) {
  /** The one that is not done yet. */
  let last: Promise<unknown> | undefined;
  const carryOut = (action: ControlAction): void | Promise<void> => {
    switch (action.type) {
      case 'get-state':
        return emit('state', {
          state: stateOf(store),
          ...(action.id !== undefined && { id: action.id }),
        });
      case 'set-filter':
        return setByHost('set-filter', action.payload.filterUrlParameter);
      case 'set-state':
        return setByHost('set-state', action.payload.state);
    }
  };
  const setByHost = async (type: 'set-filter' | 'set-state', state: string) => {
    // It is not needed before the first question is asked.
    const host = await import('../../dashboard/store/host-controls.ts');
    const set = type === 'set-filter' ? host.setByHost : host.setStateByHost;
    const { isAny, problems } = await set(store, state);
    if (problems.length === 0) return;
    const message = `${type}: ${problems.join('; ')}`;
    if (!isAny) throw new Error(message);
    emit('error', {
      message,
      name: 'EmbedActionError',
      context: 'action',
      fatal: false,
      ...coded('action_refused'),
    });
  };
  return (action: ControlAction): void | Promise<void> => {
    const done = last ? last.then(() => carryOut(action)) : carryOut(action);
    if (!done) return undefined;
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (last === settled) last = undefined;
      });
    last = settled;
    return done;
  };
}

/**
 * Sets the controls of a dashboard to those of an address of it; one without controls leaves them as they are.
 *
 * @throws for a path of another page, and for controls that cannot be read
 */
export function goTo(store: DashboardStore, path: string, own: URL): void {
  const to = new URL(path, own);
  const isOwn = to.origin === own.origin && pathOf(to) === pathOf(own);
  if (!isOwn)
    throw new Error(
      `navigate takes the path of this dashboard, ${own.pathname}, not ${JSON.stringify(path)}: another page is opened in a frame of its own, with its own session`,
    );
  const state = [...to.searchParams].filter(([name]) => isOfState(name));
  if (state.length === 0) return;
  const text = new URLSearchParams(state).toString();
  const [problem] = parseUrlControls(text, { onlyControls: true }).problems;
  if (problem !== undefined) throw new Error(`navigate: ${problem}`);
  applyState(store, text);
}

const pathOf = ({ pathname }: URL) => decodeURIComponent(pathname).replace(/\/+$/, '');
