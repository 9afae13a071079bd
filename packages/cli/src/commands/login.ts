import type { LocalCommand } from '../command.ts';
import { logIn } from '../login/log-in.ts';
import { exitCodes } from '../command-error.ts';

/** `oriel login`: has a person confirm in a browser what this command may do in their name. */
export const login: LocalCommand = {
  kind: 'local',
  usage: '[--url URL]',
  description:
    'Logs in to an installation: confirm the code that is printed in a browser, on this machine or another. With --browser the browser\n' +
    'of this machine comes back by itself. Every command uses the login from then on where no key is given. It is stored in the\n' +
    'configuration folder of the user, as a profile, and refreshed until oriel logout, or until it is withdrawn in the console.',
  flags: ['url', 'profile', 'browser', 'read-only'],
  async run(context) {
    await logIn(context);
    return exitCodes.done;
  },
};
