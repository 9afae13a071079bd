import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The descriptor that hooks inherit from the git that runs them: a connection with this process. */
export const HOOK_DESCRIPTOR = 3;

/**
 * The one program that git runs for a push, before refs move and after. It decides nothing: it passes on what git tells
 * it and waits for the answer of the process that runs git. Nothing of a repository or of a push is part of it.
 */
const PROGRAM = `#!/bin/sh
printf '%s %s\\n' "\${0##*/}" "$GIT_OBJECT_DIRECTORY" >&${HOOK_DESCRIPTOR}
cat >&${HOOK_DESCRIPTOR}
echo >&${HOOK_DESCRIPTOR}
while IFS= read -r line <&${HOOK_DESCRIPTOR}; do
  case "$line" in
    accept) exit 0 ;;
    refuse) exit 1 ;;
    *) printf '%s\\n' "\${line# }" >&2 ;;
  esac
done
exit 1
`;

const HOOKS = ['pre-receive', 'post-receive'] as const;
/** The names of {@link HOOKS}. */
export type HookName = (typeof HOOKS)[number];

/** Writes the hooks that every push runs, in place of those of its repository, and answers with their folder. */
export async function writeHooks(dataDir: string): Promise<string> {
  const directory = join(dataDir, 'git-hooks');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of HOOKS) {
    const draft = join(directory, `${name}.${process.pid}`);
    await writeFile(draft, PROGRAM);
    await chmod(draft, 0o700);
    await rename(draft, join(directory, name));
  }
  return directory;
}
