import type { ShippedLocale } from '@oriel/contract/locale';

/** What a mail to a mentioned viewer says. */
export interface MentionMailTexts {
  /** The subject and the heading, with `{{author}}` and `{{dashboard}}`. */
  readonly title: string;
  /** In the place of the name of a dashboard without one. */
  readonly unnamed: string;
  /** On the button. */
  readonly open: string;
  /** In the place of the button, where nobody has said where the host shows dashboards. */
  readonly openYourself: string;
  /** Why the reader gets it. */
  readonly reason: string;
  readonly unsubscribe: string;
}

/** The texts of the mail in every language that surfaces have. Nothing in it is counted, so that no plural forms are needed. */
export const mentionMailTexts: Readonly<Record<ShippedLocale, MentionMailTexts>> = {
  'en-US': {
    title: '{{author}} mentioned you on {{dashboard}}',
    unnamed: 'a dashboard',
    open: 'Open the comment',
    openYourself: 'You find the comment beside the dashboard, where you usually open it.',
    reason: 'You get this message because a comment mentions you.',
    unsubscribe: 'Unsubscribe',
  },
  'de-DE': {
    title: '{{author}} hat Sie bei {{dashboard}} erwähnt',
    unnamed: 'einem Dashboard',
    open: 'Kommentar öffnen',
    openYourself: 'Sie finden den Kommentar neben dem Dashboard, dort, wo Sie es sonst öffnen.',
    reason: 'Sie erhalten diese Nachricht, weil ein Kommentar Sie erwähnt.',
    unsubscribe: 'Abbestellen',
  },
  'es-ES': {
    title: '{{author}} le ha mencionado en {{dashboard}}',
    unnamed: 'un panel',
    open: 'Abrir el comentario',
    openYourself: 'Encontrará el comentario junto al panel, donde lo abre habitualmente.',
    reason: 'Recibe este mensaje porque un comentario le menciona.',
    unsubscribe: 'Cancelar la suscripción',
  },
  'es-MX': {
    title: '{{author}} lo mencionó en {{dashboard}}',
    unnamed: 'un tablero',
    open: 'Abrir el comentario',
    openYourself: 'Encontrará el comentario junto al tablero, donde lo abre habitualmente.',
    reason: 'Recibe este mensaje porque un comentario lo menciona.',
    unsubscribe: 'Cancelar la suscripción',
  },
  'fr-FR': {
    title: '{{author}} vous a mentionné sur {{dashboard}}',
    unnamed: 'un tableau de bord',
    open: 'Ouvrir le commentaire',
    openYourself: 'Le commentaire se trouve à côté du tableau de bord, là où vous l’ouvrez d’habitude.',
    reason: 'Vous recevez ce message car un commentaire vous mentionne.',
    unsubscribe: 'Se désabonner',
  },
  'it-IT': {
    title: '{{author}} ti ha menzionato in {{dashboard}}',
    unnamed: 'una dashboard',
    open: 'Apri il commento',
    openYourself: 'Il commento si trova accanto alla dashboard, dove la apri di solito.',
    reason: 'Ricevi questo messaggio perché un commento ti menziona.',
    unsubscribe: 'Annulla l’iscrizione',
  },
  'ja-JP': {
    title: '{{author}} さんが {{dashboard}} であなたにメンションしました',
    unnamed: 'ダッシュボード',
    open: 'コメントを開く',
    openYourself: 'コメントは、いつもダッシュボードを開いている画面の横に表示されます。',
    reason: 'コメントであなたがメンションされたため、このメッセージをお送りしています。',
    unsubscribe: '配信を停止',
  },
  'nb-NO': {
    title: '{{author}} nevnte deg på {{dashboard}}',
    unnamed: 'et dashbord',
    open: 'Åpne kommentaren',
    openYourself: 'Du finner kommentaren ved siden av dashbordet, der du vanligvis åpner det.',
    reason: 'Du får denne meldingen fordi en kommentar nevner deg.',
    unsubscribe: 'Avslutt abonnementet',
  },
  'pt-BR': {
    title: '{{author}} mencionou você em {{dashboard}}',
    unnamed: 'um painel',
    open: 'Abrir o comentário',
    openYourself: 'O comentário fica ao lado do painel, onde você costuma abri-lo.',
    reason: 'Você recebe esta mensagem porque um comentário menciona você.',
    unsubscribe: 'Cancelar a inscrição',
  },
  'pt-PT': {
    title: '{{author}} mencionou-o em {{dashboard}}',
    unnamed: 'um painel',
    open: 'Abrir o comentário',
    openYourself: 'O comentário encontra-se ao lado do painel, onde costuma abri-lo.',
    reason: 'Recebe esta mensagem porque um comentário o menciona.',
    unsubscribe: 'Cancelar a subscrição',
  },
  'sv-SE': {
    title: '{{author}} nämnde dig på {{dashboard}}',
    unnamed: 'en instrumentpanel',
    open: 'Öppna kommentaren',
    openYourself: 'Du hittar kommentaren bredvid instrumentpanelen, där du brukar öppna den.',
    reason: 'Du får det här meddelandet eftersom en kommentar nämner dig.',
    unsubscribe: 'Avsluta prenumerationen',
  },
  'vi-VN': {
    title: '{{author}} đã nhắc đến bạn trên {{dashboard}}',
    unnamed: 'một bảng điều khiển',
    open: 'Mở bình luận',
    openYourself: 'Bạn sẽ thấy bình luận bên cạnh bảng điều khiển, ở nơi bạn thường mở.',
    reason: 'Bạn nhận được thư này vì có bình luận nhắc đến bạn.',
    unsubscribe: 'Hủy đăng ký',
  },
};
