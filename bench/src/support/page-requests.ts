import { Agent, request } from 'node:http';
import type { Page, Request } from 'playwright-core';

/** A request that a page makes while a surface in it is opened. */
interface PageRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Whether it carries the token of the viewer. */
  readonly isOfViewer: boolean;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

/** What stands for the session in the requests that were recorded. */
type Recorded = { readonly sessionId: string; readonly requests: readonly PageRequest[] };

const EXCHANGE = '/api/v1/embed/session/token';

/** Notes what a page asks of an origin while a surface is opened in it with a session. */
export async function recordRequests(
  page: Page,
  { origin, sessionId, open }: { origin: string; sessionId: string; open(): Promise<unknown> },
): Promise<Recorded> {
  const requests: PageRequest[] = [];
  const note = (asked: Request) => {
    const url = new URL(asked.url());
    if (url.origin !== origin) return;
    const headers = asked.headers();
    requests.push({
      method: asked.method(),
      path: url.pathname + url.search,
      isOfViewer: headers['authorization'] !== undefined,
      type: headers['content-type'],
      body: asked.postData() ?? undefined,
    });
  };
  page.on('request', note);
  await open();
  page.off('request', note);
  return { sessionId, requests };
}

/** Makes the requests of an opening without a browser, with a session of their own. */
export type Replay = (sessionId: string) => Promise<void>;

/**
 * Makes what replays an opening: the page, then its files and the exchange of the session together, and with the token
 * all that the page asks for the viewer. Answers are read as they come and not looked at.
 */
export function createReplay(origin: string, recorded: Recorded): Replay {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const [document, ...others] = recorded.requests;
  const exchange = others.find(({ path }) => path === EXCHANGE);
  if (!document || !exchange) throw new Error('The page was opened without a session');
  const ofViewer = others.filter(({ isOfViewer }) => isOfViewer);
  const files = others.filter((asked) => asked !== exchange && !asked.isOfViewer);
  if (ofViewer.length === 0) throw new Error('The page has asked for nothing');

  const ask = ({ method, path, type, body }: PageRequest, authorization?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        'accept-encoding':
          authorization === undefined && path === EXCHANGE ? 'identity' : 'gzip, deflate, br, zstd',
        ...(type !== undefined && { 'content-type': type }),
        ...(authorization !== undefined && { authorization }),
      };
      const call = request(new URL(path, origin), { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString('latin1'));
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      });
      call.once('error', reject);
      call.end(body);
    });

  return async (sessionId) => {
    const own = (text: string) => text.replaceAll(recorded.sessionId, sessionId);
    await ask({ ...document, path: own(document.path) });
    const exchanged = ask({ ...exchange, body: own(exchange.body ?? '') });
    const loaded = files.map((file) => ask({ ...file, path: own(file.path) }));
    // What the operation answers with.
    const { token } = JSON.parse(await exchanged) as { token: string };
    await Promise.all([...loaded, ...ofViewer.map((asked) => ask(asked, `Embed-Token ${token}`))]);
  };
}
