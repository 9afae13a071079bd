import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const oauthIntegrationsGerman: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'OAuth-Integrationen',
    hint: 'Anbieter, die jedem Benutzer ein eigenes Token geben, mit dem Datenquellen gelesen werden.',
    unloaded: 'Die Integrationen konnten nicht geladen werden',
    none: 'Noch keine Integrationen',
    noneText:
      'Tragen Sie einen Anbieter ein, dann liest jeder Benutzer Datenquellen unter seinem eigenen Namen.',
    create: 'Neue Integration',
    actionsFor: 'Aktionen für {{name}}',
    column: {
      name: 'Name',
      provider: 'Anbieter',
      hosts: 'Datenquellen',
      actions: 'Aktionen',
    },
    noHosts: 'Keine',
    form: {
      create: 'Neue Integration',
      edit: '{{name}} bearbeiten',
      name: 'Name',
      nameHint: 'Datenquellen verweisen darauf mit CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Autorisierungsadresse',
      tokenUrl: 'Token-Adresse',
      revocationUrl: 'Widerrufsadresse',
      revocationHint: 'Wo Token enden, wenn sich ein Benutzer trennt. Darf leer bleiben.',
      redirectUri: 'Rückkehradresse',
      redirectHint: 'Tragen Sie sie beim Anbieter so ein, wie sie hier steht.',
      clientId: 'Client-ID',
      clientSecret: 'Client-Geheimnis',
      secretHint: 'Es wird nie gezeigt. Leer lassen, um das vorhandene zu behalten.',
      scopes: 'Scopes',
      scopesHint: 'Durch Leerzeichen getrennt, zum Beispiel offline_access.',
      hosts: 'Hosts von Datenquellen',
      hostsHint: 'Token werden nur an diese Hosts gesendet; durch Leerzeichen getrennt.',
      issuer: 'Aussteller',
      issuerHint: 'Wenn sich der Anbieter anders nennt als nach der Autorisierungsadresse.',
    },
    delete: {
      title: '{{name}} löschen?',
      text: 'Alle Benutzer werden getrennt, und Datenquellen, die darauf verweisen, werden abgelehnt.',
    },
  },
};
