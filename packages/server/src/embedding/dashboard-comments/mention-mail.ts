import { mentionParts } from '@oriel/dashboard/mention-parts';
import { escapeHtml } from '../../mail/escape-html.ts';
import { mailPage } from '../../mail/mail-page.ts';
import type { Mail } from '../../mail/mail-room.ts';
import { fillText, mailLocale, mailTexts } from '../../mail/texts/mail-texts.ts';
import { makeUnsubscribeToken } from '../../mail-subscriptions/unsubscribe-token.ts';
import { unsubscribeLinks } from '../../mail-subscriptions/unsubscribe-links.ts';
import { hostCommentUrl } from '../../settings/host-dashboard-url.ts';
import type { ClaimedMention, MentionContext } from './mention-mail-store.ts';

/**
 * Composes the mail to a viewer whom a comment mentions: who has written what, where it stands, and how to stop such
 * mail. It is in the language that the viewer was last shown a dashboard in, else in that of the account.
 */
export function composeMentionMail(
  mention: ClaimedMention,
  context: MentionContext,
  { baseUrl, embedSecret }: { readonly baseUrl: string; readonly embedSecret: string },
): Mail {
  const { commentId, embedUserId } = mention;
  const { dashboardId, tenantId, author } = context;
  const body = withNames(context);
  const locale = mailLocale(context.viewerLocale, context.accountLocale);
  const texts = mailTexts[locale].mention;
  const values = { author, dashboard: context.dashboardTitle ?? texts.unnamed };
  const title = fillText(texts.title, values);
  const url = urlOf(mention, context);
  const unsubscribe = unsubscribeLinks(
    baseUrl,
    makeUnsubscribeToken({ mentionsOnDashboardId: dashboardId, embedUserId }, embedSecret),
    locale,
  );
  const quote = `<blockquote dir="auto" style="border-left:3px solid #dee2e6;margin:0;padding:4px 0 4px 14px;white-space:pre-wrap">${escapeHtml(body)}</blockquote>`;
  return {
    to: context.email,
    // The same for every try, so that a mail server which has the message knows it.
    messageId: `<mention-${tenantId}-${commentId}-${embedUserId}@oriel.invalid>`,
    // A line break would begin another header; the library takes it out as well.
    subject: title.replaceAll(/\s+/g, ' '),
    html: mailPage({
      title,
      html: url === undefined ? `${quote}<p>${escapeHtml(texts.openYourself)}</p>` : quote,
      button: url === undefined ? undefined : { label: texts.open, url },
      footer: `${escapeHtml(texts.reason)} <a href="${escapeHtml(unsubscribe.pageUrl)}" style="color:#5c636a">${escapeHtml(texts.unsubscribe)}</a>`,
      language: locale,
    }),
    text: [
      title,
      body,
      url === undefined ? texts.openYourself : `${texts.open}: ${url}`,
      texts.reason,
      `${texts.unsubscribe}: ${unsubscribe.pageUrl}`,
    ].join('\n\n'),
    headers: { ...unsubscribe.headers, 'Content-Language': locale },
  };
}

/** A body as the page shows it: who is mentioned has a name there. */
function withNames({ body, mentions }: MentionContext): string {
  return mentionParts(body, mentions)
    .map(({ text, mention }) => (mention?.name == null ? text : `@${mention.name}`))
    .join('');
}

/** A viewer opens the comment in the product of their host, where the account says how. */
function urlOf(
  { commentId }: ClaimedMention,
  { hostDashboardUrl: template, publicId, embedTenantName, externalId }: MentionContext,
) {
  return template === null
    ? undefined
    : hostCommentUrl(template, { dashboardPublicId: publicId, embedTenantName, externalId }, commentId);
}
