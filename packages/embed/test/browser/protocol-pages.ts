/** Pages of three origins. They keep what they see on `window`, where the tests read it. */

/** Applies actions to a list that the tests read, and opens only when the test says so. */
export const embedPage = `<!doctype html><title>Embed</title><script type="module">
  import { brands, createEmbedPort, findHostOrigin } from '/src/index.ts';
  const { searchParams } = new URL(location.href);
  const host = searchParams.has('host')
    ? { origin: searchParams.get('host') }
    : findHostOrigin(window, searchParams.getAll('allowed'));
  window.applied = [];
  window.problems = host.problem ? [host.problem] : [];
  window.port = createEmbedPort({
    surface: 'dashboard',
    brand: brands[searchParams.get('brand') ?? 'svc'],
    hostOrigin: host.origin,
    window,
    parent: window.parent,
    onAction(action) {
      if (action.payload.locale === 'fr-FR') throw new Error('there is no French yet');
      if (action.type === 'get-state') return window.port.emit('state', { state: 'f_a.b=', id: action.id });
      window.applied.push(action);
      if (action.type === 'refresh') return window.work;
    },
    onProblem: (problem) => window.problems.push(problem),
  });
  window.becomeReady = () => window.port.ready({ embedTenant: 'skyline', deploymentId: 1, mode: 'signed' });
</script>`;

/** Connects an iframe to the embed and keeps every event that it hears. */
export const hostPage = `<!doctype html><title>Host</title><iframe id="embed"></iframe><script type="module">
  import { connectEmbed } from '/src/index.ts';
  window.heard = [];
  window.problems = [];
  window.wire = [];
  window.addEventListener('message', (message) => window.wire.push(message.data));
  window.connect = (src, options = {}) => {
    const iframe = document.querySelector('#embed');
    window.connection = connectEmbed(iframe, {
      ...options,
      origin: new URL(src).origin,
      onEvent: (event) => window.heard.push(event),
      onProblem: (problem) => window.problems.push(problem),
    });
    iframe.src = src;
  };
  window.isScripted = true;
</script>`;

/** A third origin in the same page, which pretends to be host and embed. */
export const strangerPage = `<!doctype html><title>Stranger</title><script>
  const action = { source: 'svc-embed', direction: 'action', type: 'svc:action:refresh', payload: {}, timestamp: 1 };
  const event = { source: 'svc-embed', direction: 'event', type: 'svc:event:session-expired', payload: {}, timestamp: 1, surface: 'dashboard' };
  window.heard = [];
  window.addEventListener('message', (message) => window.heard.push(message.data));
  window.attack = () => {
    parent.postMessage(event, '*');
    parent.frames[0].postMessage(action, '*');
  };
</script>`;
