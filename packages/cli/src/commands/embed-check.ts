import { brands, type Brand } from '@oriel/embed/protocol';
import type { LocalCommand, LocalContext } from '../command.ts';
import { exitCodes, UsageError } from '../command-error.ts';
import { checkEmbed } from '../embed-check/check-embed.ts';
import { readEmbedAddress } from '../embed-check/embed-address.ts';
import { startHostPages } from '../embed-check/host-pages.ts';
import { launchBrowser } from '../embed-check/launch-browser.ts';
import { countResults, resultLine, skippedLine } from '../embed-check/report.ts';
import { ruleGroups } from '../embed-check/rules/index.ts';
import { createSessionSource } from '../embed-check/session-source.ts';
import { createHarness } from '../embed-check/harness.ts';
import { viewerSessions } from '../embed-check/viewer-sessions.ts';
import { explainSilence } from '../explain-silence.ts';
import { numberOf } from '../flags.ts';

/** How long is waited for what must come, where nothing else is said. */
const PATIENCE_S = 20;

/** `oriel embed-check`: tries an embedded surface against the specification of the protocol, from outside. */
export const embedCheck: LocalCommand = {
  kind: 'local',
  usage: 'URL',
  description:
    'Opens an embedded dashboard, application or chat in a host page of its own, in a browser of this machine, and tries every\nrule of the embed protocol on it; the exit code is 1 where one does not hold. The browser is the one of ORIEL_CHROMIUM, else\nthe one that is installed. Sessions of one viewer that nobody has used: the one in the address, those of\nORIEL_EMBED_SESSIONS (separated by commas), then those that --viewer has the server generate; all rules together take five.\nWithout any, the rules of private mode are tried, up to the sign-in.',
  operand: { name: 'URL', help: 'the address of the surface, as it stands in the frame' },
  flags: ['viewer', 'deployment', 'filter', 'origin', 'brand', 'patience', 'api-key', 'profile'],
  async run(context) {
    const { flags, operand, variables, print, untilInterrupted } = context;
    const isGenerated = flags.viewer !== undefined;
    const given = (variables['ORIEL_EMBED_SESSIONS'] ?? '').split(',').flatMap((id) => id.trim() || []);
    const read = readEmbedAddress(operand, {
      isSigned: isGenerated || given.length > 0,
      filter: flags.filter,
    });
    const { address } = read;
    const brand = brandOf(flags.brand);
    const hostOrigin = originOf(flags.origin);
    const patienceMs =
      flags.patience === undefined ? PATIENCE_S * 1000 : numberOf('patience', flags.patience, 1) * 1000;
    const generate = isGenerated ? await viewerSessions(address, context) : undefined;
    const newSession = createSessionSource({
      given: [...(read.session ? [read.session] : []), ...given],
      generate,
    });
    const results = await untilInterrupted(async (signal) => {
      await requireServer(address.origin, signal);
      const browser = await launchBrowser(variables);
      const pages = await startHostPages();
      const end = () => void browser.close();
      signal.addEventListener('abort', end);
      try {
        const harness = createHarness({ browser, pages, address, brand, hostOrigin, newSession, patienceMs });
        const say = flags.json ? () => undefined : print;
        return await checkEmbed(ruleGroups, harness, {
          signal,
          onResult: (result) => say(resultLine(result)),
          onSkipped: (skipped) => say(skippedLine(skipped)),
        });
      } finally {
        signal.removeEventListener('abort', end);
        await Promise.all([browser.close(), pages.close()]);
      }
    });
    return conclude(context, address, results);
  },
};

/** @throws a `CommandError` where nothing answers at all, which no rule would say as well */
async function requireServer(origin: string, signal: AbortSignal): Promise<void> {
  try {
    await fetch(origin, { signal, redirect: 'manual' });
  } catch (error) {
    throw explainSilence(error, { url: origin, urlSource: 'the address of the surface' }) ?? error;
  }
}

function conclude(
  { flags, print }: LocalContext,
  { surface, mode, withSession }: Parameters<typeof viewerSessions>[0],
  results: Awaited<ReturnType<typeof checkEmbed>>,
): number {
  const { passed, failed, notTried } = countResults(results);
  if (flags.json)
    print(
      JSON.stringify(
        { url: withSession(undefined), surface, mode, passed, failed, notTried, rules: results },
        undefined,
        2,
      ),
    );
  else print(`${passed} passed, ${failed} failed, ${notTried} not tried`);
  return failed === 0 ? exitCodes.done : exitCodes.failed;
}

function brandOf(name = 'svc'): Brand {
  const found = Object.entries(brands).find(([brand]) => brand === name);
  if (found) return found[1];
  throw new UsageError(`--brand takes one of ${Object.keys(brands).join(', ')}, not ${JSON.stringify(name)}`);
}

function originOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, ''))
    return url.origin;
  throw new UsageError(
    `--origin takes an origin such as https://app.example.com, not ${JSON.stringify(text)}`,
  );
}
