import { appLimits, AppRefusal } from './app-protocol.ts';
import type { AppMethods } from './app-methods.ts';
import { checkSize, readRequest, type AppRequest } from './read-request.ts';

/** What the bridge stands between. */
interface AppBridgeOptions {
  methods: AppMethods;
  /** Posts to the app. */
  post(message: object): void;
  /** The app shows what it has to show. Called once. */
  onLoaded(): void;
  /** It has said so, or has asked for nothing more for a while. Called once. */
  onSettled(): void;
  /** The page of the app has begun to run. */
  onOpened(): void;
  /** The app says that something went wrong; `isFatal` when it has not worked until then. */
  onFailed(message: string, isFatal: boolean): void;
}

/** Hears what an app says. */
interface AppBridge {
  /** Takes the data of a message from the frame's own window. */
  hear(data: unknown): void;
  /** Tells the app that the state is another, or that rows are to be asked for anew. */
  tellChanged(): void;
  /** From then on nothing is heard or said. */
  close(): void;
}

/** An app that asks for nothing more has loaded, though it never asked for rows or said so. */
const IDLE_MS = 1_000;
const MAX_FAILURE_LENGTH = 1_000;

/**
 * Carries out what an app asks for. Everything that it says is data: its author may be anybody, so each message is
 * measured before it is read, and there are only so many.
 */
export function createAppBridge({
  methods,
  post,
  onLoaded,
  onSettled,
  onOpened,
  onFailed,
}: AppBridgeOptions): AppBridge {
  let hasSpoken = false;
  let isComplete = false;
  let isLoaded = false;
  let isSettled = false;
  let isClosed = false;
  let pending = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const allowance = createAllowance();

  const load = () => {
    if (isLoaded || isClosed) return;
    isLoaded = true;
    onLoaded();
  };
  const settle = () => {
    clearTimeout(idle);
    load();
    if (isSettled || isClosed) return;
    isSettled = true;
    onSettled();
  };
  const settleWhenIdle = () => {
    clearTimeout(idle);
    if (isComplete && pending === 0) idle = setTimeout(settle, IDLE_MS);
  };
  const notices: Readonly<Record<string, (params: AppRequest['params']) => void>> = {
    opened: onOpened,
    complete() {
      isComplete = true;
      if (hasSpoken) settleWhenIdle();
      else settle();
    },
    loaded() {
      hasSpoken = true;
      settle();
    },
    failed: ({ message }) => onFailed(String(message).slice(0, MAX_FAILURE_LENGTH), !hasSpoken && !isLoaded),
  };
  const carryOut = (request: AppRequest): unknown => {
    if (!Object.hasOwn(methods, request.method))
      throw new AppRefusal(
        'unknown_method',
        `There is no method ${JSON.stringify(request.method.slice(0, 100))}`,
      );
    // A method of its own, by the line above.
    return methods[request.method as keyof AppMethods](request.params);
  };
  const answer = async (request: AppRequest, refused: AppRefusal | undefined) => {
    hasSpoken = true;
    clearTimeout(idle);
    pending += 1;
    const { id } = request;
    try {
      if (refused) throw refused;
      if (pending > appLimits.maxPending)
        throw new AppRefusal('too_many', `More than ${appLimits.maxPending} requests wait for their answer`);
      const result = await carryOut(request);
      if (!isClosed) post({ id, result });
    } catch (error) {
      if (!isClosed) post({ id, error: problemOf(error) });
    } finally {
      pending -= 1;
    }
    if (request.method === 'load') load();
    settleWhenIdle();
  };

  return {
    hear(data) {
      if (isClosed) return;
      const verdict = allowance();
      if (verdict === 'ignored') return;
      const refused = verdict === 'refused' ? tooFast() : faultOf(data);
      const request = readRequest(data);
      if (!request) return;
      if (request.id !== undefined) void answer(request, refused);
      else if (!refused && Object.hasOwn(notices, request.method)) notices[request.method]?.(request.params);
    },
    tellChanged() {
      if (!isClosed) post({ method: 'changed', params: methods.state({}) });
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
    },
  };
}

const tooFast = () =>
  new AppRefusal('too_many', `More than ${appLimits.maxPerSecond} messages came within a second`);

function faultOf(data: unknown): AppRefusal | undefined {
  try {
    checkSize(data);
    return undefined;
  } catch (error) {
    if (error instanceof AppRefusal) return error;
    throw error;
  }
}

function problemOf(error: unknown): { code: string; message: string } {
  if (error instanceof AppRefusal) return { code: error.code, message: error.message };
  return { code: 'query_failed', message: error instanceof Error ? error.message : String(error) };
}

/**
 * Counts messages: so many within a second are taken, as many again are refused aloud, and the rest is not looked at.
 */
function createAllowance(): () => 'taken' | 'refused' | 'ignored' {
  let [second, count] = [0, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    if (count <= appLimits.maxPerSecond) return 'taken';
    return count <= 2 * appLimits.maxPerSecond ? 'refused' : 'ignored';
  };
}
