import type { LocalCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { loginMissing } from '../profiles/profile-faults.ts';
import { openProfileStore } from '../profiles/profile-store.ts';

/** `oriel profile use`: chooses the login that is meant where none is named. */
export const profileUse: LocalCommand = {
  kind: 'local',
  usage: 'NAME',
  description:
    'Makes a login the one that commands use where neither a flag nor a variable nor a server that was started here names another.',
  operand: { name: 'NAME', help: 'give the name of a profile, as oriel profile list has it' },
  flags: [],
  async run({ flags, operand, print, variables }) {
    const store = openProfileStore(variables);
    const profile = await store.find(operand);
    if (!profile) throw loginMissing(operand);
    await store.setCurrent(operand);
    const { url, email } = profile;
    print(
      flags.json
        ? JSON.stringify({ profile: operand, url, email }, undefined, 2)
        : `${operand}: ${url} as ${email}`,
    );
    return exitCodes.done;
  },
};
