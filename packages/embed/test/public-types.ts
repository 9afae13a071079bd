import { connectEmbed, createEmbedPort, embedUrl, type EmbedAction, type EmbedEvent } from '../src/index.ts';

/** Never run: the type check proves what must compile, and each `@ts-expect-error` what must not. */
export function usePublicTypes(iframe: HTMLIFrameElement): void {
  const connection = connectEmbed(iframe, { origin: 'https://analytics.example.com', onEvent: describe });
  connection.on('download', ({ format, rowCount }, event) => [
    format === 'csv',
    rowCount?.toFixed(),
    event.surface === 'app',
  ]);
  connection.send({ type: 'set-color-scheme', payload: { scheme: 'dark' } });
  connection.setFilter({ filters: [{ member: 'flights.carrier', type: 'starts_with', value: 'A' }] });
  // @ts-expect-error there is no such event
  connection.on('loaded', () => {});
  // @ts-expect-error the format of a download is not one of these
  connection.on('download', ({ format }) => format === 'docx');
  // @ts-expect-error there is no such scheme
  connection.send({ type: 'set-color-scheme', payload: { scheme: 'purple' } });
  // @ts-expect-error the payload belongs to another action
  connection.send({ type: 'set-locale', payload: { timezone: 'UTC' } });
  // @ts-expect-error a filter type has underscores
  connection.setFilter({ filters: [{ member: 'flights.carrier', type: 'startsWith', value: 'A' }] });
  // @ts-expect-error the app has no public id
  embedUrl({ baseUrl: 'https://analytics.example.com', surface: 'app', session: 's1', publicId: 'aB3dE5' });
  // @ts-expect-error nobody signs in to the app
  embedUrl({ baseUrl: 'https://analytics.example.com', surface: 'app', deploymentId: 42 });
  // @ts-expect-error a chat has no header of a dashboard
  embedUrl({ baseUrl: 'https://analytics.example.com', surface: 'chat', showDashboardHeader: false });
  useEmbedEnd();
}

function useEmbedEnd(): void {
  const port = createEmbedPort({
    surface: 'dashboard',
    hostOrigin: undefined,
    window,
    parent: window.parent,
    onAction: apply,
  });
  port.ready({ embedTenant: null, deploymentId: 1, mode: 'signed' });
  port.emit('drilldown', { member: 'flights.count', value: { carrier: 'AA' } });
  // @ts-expect-error ready has a method of its own
  port.emit('ready', { embedTenant: null, deploymentId: 1, mode: 'signed' });
  // @ts-expect-error a drilldown names its member
  port.emit('drilldown', { value: 7 });
}

/** A type of event or action narrows its payload, and a switch over all types needs no default. */
function describe(event: EmbedEvent): string | undefined {
  if (event.type === 'error') return event.payload.message;
  // @ts-expect-error the message belongs to the event error
  return event.payload.message;
}

function apply(action: EmbedAction): void {
  switch (action.type) {
    case 'set-color-scheme':
      return void action.payload.scheme.length;
    case 'set-theme':
      return void action.payload.analyticsChat?.chatInput?.borderColor;
    case 'set-locale':
    case 'set-timezone':
    case 'set-filter':
    case 'navigate':
    case 'refresh':
    case 'set-session':
    case 'get-state':
    case 'set-state':
      return undefined;
    default:
      return action satisfies never;
  }
}
