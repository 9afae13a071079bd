import { escapeHtml } from './escape-html.ts';

/** The parts of a message; every text but `html` is escaped here. */
interface MailPage {
  readonly title: string;
  /** HTML of the message, made of escaped texts. */
  readonly html: string;
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** HTML in small letters below. */
  readonly footer: string;
  /** The language of the texts, as a BCP 47 tag. What they quote is read in its own direction. */
  readonly language: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The HTML of a message: one column with inline styles, which is all that mail programs agree on. */
export function mailPage({ title, html, button, footer, language }: MailPage): string {
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#1c7ed6;border-radius:6px;color:#ffffff;display:inline-block;padding:10px 18px;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="background:#f1f3f5;margin:0;padding:24px 12px;${FONT}">
<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="background:#ffffff;border:1px solid #dee2e6;border-radius:8px;max-width:720px;width:100%"><tr><td style="color:#212529;font-size:15px;line-height:1.5;padding:28px">
<h1 dir="auto" style="font-size:22px;line-height:1.3;margin:0 0 12px">${escapeHtml(title)}</h1>
${html}
${link}
</td></tr></table>
<p style="color:#5c636a;font-size:12px;line-height:1.5;margin:16px auto 0;max-width:720px;text-align:center">${footer}</p>
</body></html>
`;
}
