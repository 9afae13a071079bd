import type { AppConfigResponse, UpdateAppConfigInput } from '@oriel/contract';
import { useState } from 'react';
import { useChangeAppConfig } from './app-config.ts';

/** Changes of the settings that every client reads, of which the last can be taken back. */
export type ConfigChanges = ReturnType<typeof useConfigChanges>;

/** Makes them; `done` is what the last change was called, for a notice with its undo. */
export function useConfigChanges() {
  const mutation = useChangeAppConfig();
  const [last, setLast] = useState<{ done: string; before: UpdateAppConfigInput }>();
  return {
    mutation,
    done: last?.done,
    /** Makes a change of the settings as they are now. */
    change(done: string, work: (now: AppConfigResponse) => UpdateAppConfigInput, onDone?: () => void): void {
      mutation.mutate(work, {
        onSuccess: ({ before }) => {
          setLast({ done, before });
          onDone?.();
        },
      });
    },
    undo(): void {
      if (last) mutation.mutate(() => last.before, { onSuccess: () => setLast(undefined) });
    },
    forget: () => setLast(undefined),
  };
}
