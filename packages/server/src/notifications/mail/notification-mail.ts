import type { Dashboard } from '@oriel/contract';
import type { ShippedLocale } from '@oriel/contract/locale';
import { escapeHtml } from '../../mail/escape-html.ts';
import { mailPage } from '../../mail/mail-page.ts';
import type { Mail } from '../../mail/mail-room.ts';
import { fillText, mailLocale, mailTexts } from '../../mail/texts/mail-texts.ts';
import type { unsubscribeLinks } from '../../mail-subscriptions/unsubscribe-links.ts';
import type { ChartAnswer } from '../../rendering/chart-answers.ts';
import type { RenderedDashboard } from '../../rendering/dashboard-rendering.ts';
import { chartHtml, chartText } from './chart-html.ts';
import { tablesOf } from './csv-attachments.ts';

/** A file to attach. */
export interface Picture {
  readonly format: 'png' | 'pdf';
  readonly content: Buffer;
}

/** What a message to one recipient says. */
interface NotificationMailInput {
  readonly to: string;
  readonly messageId: string;
  /** What numbers and times are written in, and the words where they exist in its language, as a BCP 47 tag. */
  readonly locale: string;
  readonly dashboard: Dashboard;
  /** Undefined where the recipient may not download the data: then the message has the link alone. */
  readonly rendered: RenderedDashboard | undefined;
  readonly picture: Picture | undefined;
  /**
   * Where the dashboard is opened; undefined for viewers where the account does not say where its product shows
   * dashboards.
   */
  readonly dashboardUrl: string | undefined;
  /** The page with the button, and what mail programs read. */
  readonly unsubscribe: ReturnType<typeof unsubscribeLinks>;
}

/** Composes the message: the numbers, a picture where there is one, tables as CSV, the link, and how to unsubscribe. */
export async function composeNotificationMail(input: NotificationMailInput): Promise<Mail> {
  const { to, messageId, locale, dashboard, rendered, picture, dashboardUrl, unsubscribe } = input;
  const language = mailLocale(locale);
  const texts = mailTexts[language].notification;
  const title = dashboard.title ?? dashboard.config.title ?? texts.unnamed;
  const charts = rendered?.answers.charts ?? [];
  const { tables, leftOut } = await tablesOf(charts, locale);
  const note = leftOut.length === 0 ? '' : fillText(texts.tooLarge, { titles: leftOut.join(', ') });
  const html = mailPage({
    title,
    html:
      (dashboard.description ? `<p dir="auto">${escapeHtml(dashboard.description)}</p>` : '') +
      bodyOf(input, charts, language) +
      (note && `<p>${escapeHtml(note)}</p>`),
    button: dashboardUrl === undefined ? undefined : { label: texts.open, url: dashboardUrl },
    footer: `${escapeHtml(texts.reason)} <a href="${escapeHtml(unsubscribe.pageUrl)}" style="color:#5c636a">${escapeHtml(texts.unsubscribe)}</a>`,
    language,
  });
  const text = [
    title,
    ...(rendered ? charts.map((chart) => chartText(chart, locale)) : [texts.withoutData]),
    ...(note === '' ? [] : [note]),
    ...(dashboardUrl === undefined ? [] : [`${texts.open}: ${dashboardUrl}`]),
    texts.reason,
    `${texts.unsubscribe}: ${unsubscribe.pageUrl}`,
  ].join('\n\n');
  return {
    to,
    messageId,
    subject: title,
    html,
    text,
    headers: { ...unsubscribe.headers, 'Content-Language': language },
    attachments: [...(picture ? [pictureAttachment(picture)] : []), ...tables],
  };
}

const PICTURE_ID = 'dashboard@oriel';

function bodyOf(
  { rendered, picture, locale }: NotificationMailInput,
  charts: readonly ChartAnswer[],
  language: ShippedLocale,
): string {
  const texts = mailTexts[language].notification;
  if (!rendered) return `<p>${escapeHtml(texts.withoutData)}</p>`;
  const image =
    picture?.format === 'png'
      ? `<p><img src="cid:${PICTURE_ID}" alt="${escapeHtml(texts.picture)}" style="border:1px solid #dee2e6;border-radius:6px;max-width:100%" width="664"></p>`
      : '';
  return image + charts.map((chart) => chartHtml(chart, locale)).join('');
}

function pictureAttachment({ format, content }: Picture) {
  return format === 'png'
    ? { filename: 'dashboard.png', content, contentType: 'image/png', cid: PICTURE_ID }
    : { filename: 'dashboard.pdf', content, contentType: 'application/pdf' };
}
