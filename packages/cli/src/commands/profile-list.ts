import type { LocalCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { openProfileStore } from '../profiles/profile-store.ts';
import { tableLines } from '../table.ts';

/** `oriel profile list`: the logins of this machine. */
export const profileList: LocalCommand = {
  kind: 'local',
  usage: '',
  description:
    'Lists the logins of this machine, without their tokens. The one that is used where none is named has a star.',
  flags: [],
  async run({ flags, print, variables }) {
    const store = openProfileStore(variables);
    const [current, profiles] = await Promise.all([store.findCurrent(), store.list()]);
    const found = [...profiles].map(([name, { url, email, scopes, loggedInAt }]) => ({
      name,
      url,
      email,
      scopes,
      loggedInAt,
      isCurrent: name === current,
    }));
    if (flags.json) print(JSON.stringify(found, undefined, 2));
    else {
      const rows = found.map(({ name, url, email, loggedInAt, isCurrent }) => [
        isCurrent ? `${name} *` : name,
        url,
        email,
        loggedInAt,
      ]);
      for (const line of tableLines(['PROFILE', 'ADDRESS', 'USER', 'SINCE'], rows)) print(line);
    }
    return exitCodes.done;
  },
};
