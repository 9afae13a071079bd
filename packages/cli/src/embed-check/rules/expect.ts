import type { EventType } from '@oriel/embed/protocol';
import type { Answer, SurfaceDriver } from '../surface-driver.ts';
import { Misbehaviour } from '../rule-outcomes.ts';

/** @throws {@link Misbehaviour} unless it holds */
export function expect(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Misbehaviour(seen);
}

/** @throws {@link Misbehaviour} unless the action was carried out, without a complaint */
export function expectDone(action: string, { ok, message, meanwhile }: Answer): void {
  expect(ok, `${action} was refused: ${message ?? 'without a reason'}`);
  const complaint = meanwhile.find(({ type }) => type === 'error');
  if (complaint?.type === 'error')
    throw new Misbehaviour(`${action} was carried out, with the error: ${complaint.payload.message}`);
}

/** @throws {@link Misbehaviour} unless the action was refused as the specification says */
export function expectRefused(action: string, { ok, message, meanwhile }: Answer): void {
  expect(!ok, `${action} was said to be carried out`);
  expect(Boolean(message), `${action} was refused without a reason`);
  const errors = meanwhile.flatMap((event) => (event.type === 'error' ? [event.payload] : []));
  expect(errors.length === 1, `${action} made ${errors.length} error events before its answer, not one`);
  const [error] = errors;
  expect(error?.fatal !== true, `${action} made an error that is fatal`);
  expect(
    error?.name === 'EmbedActionError' && error.context === 'action',
    `the error of ${action} has the name ${error?.name} and the context ${error?.context}, not EmbedActionError and action`,
  );
}

/** The language that the page of the surface says it is in. */
export function languageOf(driver: SurfaceDriver): Promise<string> {
  return driver.frame().evaluate(() => document.documentElement.lang);
}

/** How long a message may take that was sent already. */
const SETTLE_MS = 500;

/**
 * What the surface has said since, when it has loaded and had the time to say something.
 *
 * @throws {@link Misbehaviour} where it is not what is expected
 */
export async function expectHeard(
  { frame, heard }: SurfaceDriver,
  since: number,
  expected: readonly EventType[],
): Promise<void> {
  await frame().waitForLoadState('load');
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const said = (await heard()).slice(since).map(({ event, problem }) => event?.type ?? problem);
  const wanted = expected.join(', ') || 'nothing';
  expect(said.join() === expected.join(), `it said ${said.join(', ') || 'nothing'}, not ${wanted}`);
}

/**
 * Does something that the surface must not answer, and waits until it has answered what was asked after that.
 *
 * @throws {@link Misbehaviour} where something else was heard
 */
export async function expectSilence(driver: SurfaceDriver, act: () => Promise<unknown>): Promise<void> {
  const before = (await driver.heard()).length;
  await act();
  // Twice: messages of two windows may overtake each other once.
  for (let time = 0; time < 2; time += 1) await driver.ask('set-color-scheme', { scheme: 'light' });
  const said = (await driver.heard()).slice(before);
  const others = said.filter(({ event }) => event?.type !== 'action-result');
  const [first] = others;
  expect(
    others.length === 0 && said.length === 2,
    `the surface said ${first?.event?.type ?? first?.problem ?? 'an answer that nobody has asked for'}`,
  );
}
