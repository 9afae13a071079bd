import { isRefusal } from '@oriel/contract';
import { resolveLocale } from '@oriel/contract/locale';
import type { FastifyBaseLogger } from 'fastify';
import type { MailRoom } from '../../mail/mail-room.ts';
import { mailLocale } from '../../mail/texts/mail-texts.ts';
import type { DashboardRendering, RenderedDashboard } from '../../rendering/dashboard-rendering.ts';
import type { Subject } from '../../db/values/stored-renderings.ts';
import type { DrawPicture } from '../../rendering/draw-picture.ts';
import type { SubjectPrincipals } from '../../embedding/subjects/subject-principals.ts';
import { composeNotificationMail, type Picture } from '../mail/notification-mail.ts';
import { DeliveryFailure, toDeliveryFailure } from './delivery-failure.ts';
import { linksOf, messageIdOf } from './message-links.ts';
import type { ClaimedDelivery, RunContext } from './delivery-store.ts';

/** What deliveries are made with. */
export interface DeliveryTools {
  readonly mailRoom: MailRoom;
  readonly rendering: DashboardRendering;
  readonly subjects: SubjectPrincipals;
  /** Draws a dashboard; undefined where the server has no Chromium. */
  readonly drawPicture: DrawPicture | undefined;
  /** Where clients reach the server; undefined: where the notification was made. */
  readonly baseUrl: string | undefined;
}

/** How one delivery is tried. */
interface DeliveryTry {
  readonly signal: AbortSignal;
  readonly logger: FastifyBaseLogger;
  /** Whether there will be no other: charts that fail for a moment are then sent as failed. */
  readonly isLast: boolean;
}

/**
 * Renders the dashboard under the rights of one recipient and hands the message to the mail server.
 *
 * @returns whether the message went out without data
 * @throws {@link DeliveryFailure} for what the recipient's history shows; anything else is a bug
 */
export async function deliverTo(
  delivery: ClaimedDelivery,
  run: RunContext,
  tools: DeliveryTools,
  attempt: DeliveryTry,
): Promise<boolean> {
  try {
    const { dashboard, rendered } = await renderFor(delivery, run, tools, attempt);
    const known = localeOf(delivery, run);
    const locale = known ?? 'en';
    // Without a language of the recipient the page takes that of the browser.
    const links = { baseUrl: tools.baseUrl, locale: known === undefined ? undefined : mailLocale(known) };
    const mail = await composeNotificationMail({
      to: delivery.email,
      messageId: messageIdOf(run, delivery),
      locale,
      dashboard,
      rendered,
      picture: rendered && (await pictureOf(rendered, run, tools, attempt)),
      ...linksOf(delivery, run, dashboard, links),
    });
    attempt.signal.throwIfAborted();
    await tools.mailRoom.send(mail);
    return rendered === undefined;
  } catch (error) {
    throw toDeliveryFailure(error);
  }
}

const NOT_SHARED =
  'The recipient may not see the dashboard: share its workbook or folder with them, or remove the recipient';

/** Whether a dashboard, which a run has by its notification, is not there for the recipient. */
function isHidden(error: unknown): boolean {
  return isRefusal(error, 'dashboard_not_found') || isRefusal(error, 'embedding_not_allowed');
}

async function renderFor(
  delivery: ClaimedDelivery,
  run: RunContext,
  { rendering, subjects }: DeliveryTools,
  { signal, isLast }: DeliveryTry,
) {
  const subject = subjectOf(delivery);
  const viewer = subject && (await subjects.find(run, subject));
  if (!viewer)
    throw new DeliveryFailure('The recipient is deactivated or not there any more', { isPermanent: true });
  const target = { deploymentId: run.deploymentId, branch: run.deployBranch };
  const locale = localeOf(delivery, run);
  const drawing = locale === undefined ? undefined : { locale };
  const request = {
    publicId: run.publicId ?? '',
    target,
    controls: run,
    signal,
    ...(drawing && { drawing }),
  };
  const rendered = await rendering.render(viewer, request).catch((error: unknown) => {
    throw isHidden(error) ? new DeliveryFailure(NOT_SHARED, { isPermanent: true, cause: error }) : error;
  });
  if (!rendered.permit) return { dashboard: rendered.dashboard, rendered: undefined };
  const waiting = rendered.answers.charts.find(({ isTemporary }) => isTemporary);
  if (waiting && !isLast)
    throw new DeliveryFailure(`${waiting.title}: ${waiting.error ?? ''}`, { isPermanent: false });
  return { dashboard: rendered.dashboard, rendered };
}

/** The first language that texts exist in, of the recipient and of the account; undefined where there is none. */
function localeOf({ locale }: ClaimedDelivery, { accountLocale }: RunContext): string | undefined {
  return [locale, accountLocale].find((tag) => resolveLocale(tag) !== undefined) ?? undefined;
}

function subjectOf({ userId, embedUserId, overrides }: ClaimedDelivery): Subject | undefined {
  if (userId !== null) return { type: 'USER', userId };
  return embedUserId === null ? undefined : { type: 'EMBED_USER', embedUserId, overrides: overrides ?? {} };
}

/** A picture that cannot be drawn keeps nobody from the numbers. */
async function pictureOf(
  rendered: RenderedDashboard,
  { notificationFormat: format }: RunContext,
  { drawPicture }: DeliveryTools,
  { signal, logger }: DeliveryTry,
): Promise<Picture | undefined> {
  if (!drawPicture) return undefined;
  try {
    return { format, content: await drawPicture(rendered, format, signal) };
  } catch (error) {
    signal.throwIfAborted();
    logger.warn({ err: error }, 'The picture of a notification could not be drawn');
    return undefined;
  }
}
