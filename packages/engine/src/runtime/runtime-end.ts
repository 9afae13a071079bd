import type { ProcessEnd } from './spawn-runtime.ts';

/** Why a runtime has ended. */
export type RuntimeEnd =
  /** It was asked to. */
  | { readonly kind: 'stopped' }
  /** A statement did not stop, and so its process was ended. */
  | { readonly kind: 'replaced' }
  | {
      readonly kind: 'failed';
      /** A clause for developers of the model, behind "The runtime … ended: ". */
      readonly reason: string;
      /** For the log. */
      readonly detail: string;
    };

/** Why the server has ended a process. */
export type KillReason = 'stop' | 'stuck' | 'memory' | 'silent';

/** What the end of a process means; `killed` is why the server has ended it, where it has. */
export function endOf(end: ProcessEnd, killed: KillReason | undefined, memoryMb: number): RuntimeEnd {
  if (killed === 'stop') return { kind: 'stopped' };
  if (killed === 'stuck') return { kind: 'replaced' };
  const reason = killed ? KILLED[killed](memoryMb) : reasonOf(end);
  return { kind: 'failed', reason, detail: [`The runtime ended: ${reason}`, ...detailsOf(end)].join('\n') };
}

const KILLED: Record<Exclude<KillReason, 'stop' | 'stuck'>, (memoryMb: number) => string> = {
  memory: (memoryMb) => `it took more than the ${memoryMb} MB of memory that it may have`,
  silent: () => 'it did not answer any more',
};

function reasonOf({ signal, lastLines, error }: ProcessEnd): string {
  if (error) return 'it could not be started, and the log of the server says why';
  if (signal === 'SIGKILL' && lastLines.length === 0)
    return 'it was killed from outside, as on a machine without free memory';
  return 'it failed, and the log of the server says how';
}

function detailsOf({ code, signal, lastLines, error }: ProcessEnd): string[] {
  const how = signal === null ? `exit code ${code}` : signal;
  return [...(error ? [error.stack ?? error.message] : [how]), ...lastLines];
}
