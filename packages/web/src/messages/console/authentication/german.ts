import type { Translation } from '../../translation/translation.ts';
import type { authenticationEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const authenticationGerman: Translation<typeof authenticationEnglish> = {
  authentication: {
    title: 'Authentifizierung',
    hint: 'Wie sich Personen anmelden: über Identitätsanbieter Ihrer Firma, mit Kennwörtern oder beides.',
    unloaded: 'Die Einstellungen konnten nicht geladen werden',
    add: 'Neuer Anbieter',
    none: 'Noch kein Identitätsanbieter',
    noneText:
      'Mit einem melden sich Personen mit dem Konto an, das sie schon haben, und verlieren den Zugang hier, wenn sie ihn dort verlieren.',
    column: {
      name: 'Anbieter',
      state: 'Zustand',
      actions: 'Aktionen',
    },
    actionsOf: 'Aktionen für {{name}}',
    kind: {
      OIDC: 'OpenID Connect',
      SAML: 'SAML 2.0',
    },
    protocol: 'Protokoll',
    enabled: 'Aktiv',
    disabled: 'Inaktiv',
    untested: 'Nicht getestet',
    managed: 'Vom Server festgelegt',
    test: 'Testen',
    lastTest: 'Letzter Test',
    deleteTitle: '{{name}} löschen?',
    deleteText:
      'Niemand meldet sich mehr darüber an, und Sitzungen, die damit begonnen wurden, enden. Benutzer bleiben.',
    form: {
      create: 'Neuer Identitätsanbieter',
      edit: '{{name}} bearbeiten',
      callback: 'Rückrufadresse',
      logout: 'Adresse für Back-Channel-Logout',
      endsSession: 'Wer sich abmeldet, wird auch beim Anbieter abgemeldet',
      endsSessionHint: 'Tragen Sie dort {{address}} als Adresse nach dem Abmelden ein.',
      name: 'Name',
      nameHint: 'Was auf der Schaltfläche der Anmeldeseite steht.',
      slug: 'Kurzname',
      slugHint: 'Teil von Adressen; ändert sich nie. Buchstaben, Ziffern und Bindestriche.',
      issuer: 'Aussteller',
      issuerExample: 'https://login.example.com',
      issuerHint: 'Die Adresse vor /.well-known/openid-configuration.',
      clientId: 'Client-ID',
      clientSecret: 'Client-Geheimnis',
      secretKept: 'Eines ist gespeichert; leer lassen, um es zu behalten.',
      scopes: 'Scopes',
      enabled: 'Personen melden sich darüber an',
      provisions: 'Personen ohne Benutzer erhalten einen bei ihrer ersten Anmeldung',
      trusts: 'Seine E-Mail-Adressen sind bestätigt, ob er es sagt oder nicht',
      trustsHint: 'Nur für einen Anbieter, bei dem niemand seine Adresse selbst wählt.',
      domains: 'Domains von E-Mail-Adressen',
      domainsHint:
        'Adressen außerhalb gelten nicht als bestätigt. Leer: alle, die der Anbieter bestätigt nennt.',
      samlDomainsHint:
        'Adressen dieser Domains gelten als bestätigt. Leer: keine, sofern Adressen nicht vertraut wird.',
      claims: 'Claims',
      claim: {
        email: 'E-Mail-Adresse',
        givenName: 'Vorname',
        familyName: 'Nachname',
        groups: 'Gruppen',
        externalId: 'Externe ID von SCIM',
      },
      attributes: 'Attribute nach Claim',
      attribute: 'Attribut',
      attributeClaim: 'Claim',
      addAttribute: 'Attribut hinzufügen',
      removeAttribute: 'Attribut {{number}} entfernen',
    },
    result: {
      title: 'Test von {{name}}',
      succeeded: 'Der Anbieter hat Sie angemeldet. Hier wurde nichts geändert.',
      failed: 'Die Anmeldung ist fehlgeschlagen',
      unloaded: 'Das Ergebnis konnte nicht geladen werden',
      outcome: {
        SIGNS_IN: 'Sie würden als {{email}} angemeldet.',
        LINKS:
          'Sie würden als {{email}} angemeldet, und dieser Benutzer würde mit dieser Person des Anbieters verknüpft.',
        CREATES: 'Ein Benutzer {{email}} würde angelegt, mit den Rollen: {{roles}}.',
        REFUSED: 'Sie kämen nicht herein: {{reason}}.',
      },
      claims: 'Claims',
      claim: 'Claim',
      value: 'Wert',
    },
    passwords: {
      title: 'Kennwörter',
      hint: 'Ist ein Anbieter getestet, lassen sich Kennwörter abschalten: Sitzungen, die mit einem begonnen haben, enden. API-Schlüssel gelten weiter.',
      require: 'Personen melden sich nur über einen Identitätsanbieter an',
      keeper: 'Administrator für den Notfall',
      keeperHint: 'Behält sein Kennwort, falls ein Anbieter ausfällt.',
      noAdministrator: 'Kein Administrator hat diesen Namen',
    },
    secondFactor: {
      title: 'Zweiter Faktor',
      hint: 'Eine Authenticator-App oder ein Passkey, nach dem Kennwort. Identitätsanbieter verlangen ihren eigenen.',
      require: 'Alle mit einem Kennwort brauchen einen zweiten Faktor',
    },
  },
  saml: {
    callback: 'Single-Sign-on-URL',
    callbackHint: 'Beim Anbieter auch Antwort-URL, ACS-URL oder Empfänger genannt.',
    audience: 'Audience und Entity-ID',
    audienceHint:
      'Beim Anbieter auch Bezeichner oder SP-Entity-ID genannt. Die Adresse antwortet mit den Metadaten dieses Kontos.',
    metadata: 'Metadaten des Anbieters',
    metadataHint:
      'Fügen Sie das XML ein: Es setzt Entity-ID und Anmeldeadresse und fügt die Zertifikate hinzu.',
    upload: 'Datei wählen',
    uploadHint: 'Oder füllen Sie die Felder unten von Hand aus.',
    entityId: 'Entity-ID des Anbieters',
    entityIdHint: 'Auch Aussteller genannt.',
    signOnUrl: 'Anmeldeadresse des Anbieters',
    certificates: 'Signaturzertifikate',
    certificatesHint:
      'Antworten, die eines davon signiert hat, werden angenommen. Fügen Sie das nächste hinzu, bevor der Anbieter seinen Schlüssel wechselt, und entfernen Sie danach das alte.',
    addCertificate: 'Zertifikat einfügen (PEM)',
    removeCertificate: 'Zertifikat {{name}} entfernen',
    states: {
      valid: 'Bis {{day}}',
      ending: 'Endet am {{day}}',
      ended: 'Endete am {{day}}',
    },
    nameIdFormat: 'Format der NameID',
    nameIdFormatHint:
      'Worum der Anbieter gebeten wird. Dauerhafte IDs bleiben, wenn sich ein Name oder eine Adresse ändert.',
    formats: {
      any: 'Wie beim Anbieter eingestellt',
      persistent: 'Dauerhaft',
      email: 'E-Mail-Adresse',
      unspecified: 'Nicht festgelegt',
    },
    allowsProviderStart: 'Beginn beim Anbieter erlauben',
    allowsProviderStartHint:
      'Personen dürfen von der Anwendungsseite des Anbieters kommen. Dann könnte jeder den Browser einer anderen Person unter seinem eigenen Namen anmelden; ein Link zum Beginn der Anmeldung tut dasselbe sicher.',
  },
};
