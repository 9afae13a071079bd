import type { LocalCommand } from '../command.ts';
import { logOut } from '../login/log-out.ts';
import { exitCodes } from '../command-error.ts';

/** `oriel logout`: ends a login, here and on the server. */
export const logout: LocalCommand = {
  kind: 'local',
  usage: '[--profile NAME]',
  description:
    'Ends the login of a profile: the server revokes its tokens, and it is removed from this machine, also where the server does not\nanswer; then the exit code is 3.',
  flags: ['url', 'profile'],
  async run(context) {
    await logOut(context);
    return exitCodes.done;
  },
};
