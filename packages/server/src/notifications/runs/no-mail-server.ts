/** Said of every run and delivery without a mail server. */
export const NO_MAIL_SERVER =
  'The server has no mail server: its operator sets ORIEL_SMTP_URL and ORIEL_SMTP_FROM';
