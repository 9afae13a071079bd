import type { ShippedLocale } from '@oriel/embed';

/** What the page of a refusal says. */
interface FramingRefusalTexts {
  readonly title: string;
  readonly text: string;
}

/**
 * The texts of the page that a frame shows in place of a surface which may not be framed there, in every language: they
 * are few, and the page loads nothing.
 */
export const framingRefusalTexts: Readonly<Record<ShippedLocale, FramingRefusalTexts>> = {
  'en-US': {
    title: 'This view may not be shown here',
    text: '{{origin}} is not an origin that may embed it. An administrator can allow it in the account settings, among the origins that may embed.',
  },
  'de-DE': {
    title: 'Diese Ansicht darf hier nicht gezeigt werden',
    text: '{{origin}} gehört nicht zu den Ursprüngen, die sie einbetten dürfen. Eine Administratorin oder ein Administrator kann diesen Ursprung in den Kontoeinstellungen erlauben.',
  },
  'es-ES': {
    title: 'Esta vista no se puede mostrar aquí',
    text: '{{origin}} no es un origen que pueda incrustarla. Un administrador puede permitirlo en los ajustes de la cuenta, entre los orígenes que pueden incrustar.',
  },
  'es-MX': {
    title: 'Esta vista no se puede mostrar aquí',
    text: '{{origin}} no es un origen que pueda insertarla. Un administrador puede permitirlo en la configuración de la cuenta, entre los orígenes que pueden insertar.',
  },
  'fr-FR': {
    title: 'Cette vue ne peut pas être affichée ici',
    text: '{{origin}} ne fait pas partie des origines qui peuvent l’intégrer. Un administrateur peut l’autoriser dans les paramètres du compte, parmi les origines autorisées à intégrer.',
  },
  'it-IT': {
    title: 'Questa vista non può essere mostrata qui',
    text: '{{origin}} non è un’origine che può incorporarla. Un amministratore può consentirla nelle impostazioni dell’account, tra le origini che possono incorporare.',
  },
  'ja-JP': {
    title: 'このビューはここでは表示できません',
    text: '{{origin}} は埋め込みが許可されたオリジンではありません。管理者は、アカウント設定の「埋め込みを許可するオリジン」に追加できます。',
  },
  'nb-NO': {
    title: 'Denne visningen kan ikke vises her',
    text: '{{origin}} er ikke et opphav som kan bygge den inn. En administrator kan tillate det i kontoinnstillingene, blant opphavene som kan bygge inn.',
  },
  'pt-BR': {
    title: 'Esta visualização não pode ser exibida aqui',
    text: '{{origin}} não é uma origem que possa incorporá-la. Um administrador pode permiti-la nas configurações da conta, entre as origens que podem incorporar.',
  },
  'pt-PT': {
    title: 'Esta vista não pode ser apresentada aqui',
    text: '{{origin}} não é uma origem que a possa incorporar. Um administrador pode permiti-la nas definições da conta, entre as origens que podem incorporar.',
  },
  'sv-SE': {
    title: 'Den här vyn får inte visas här',
    text: '{{origin}} är inte ett ursprung som får bädda in den. En administratör kan tillåta det i kontoinställningarna, bland de ursprung som får bädda in.',
  },
  'vi-VN': {
    title: 'Không thể hiển thị nội dung này ở đây',
    text: '{{origin}} không phải là nguồn gốc được phép nhúng nội dung này. Quản trị viên có thể cho phép trong phần cài đặt tài khoản, tại danh sách nguồn gốc được phép nhúng.',
  },
};
