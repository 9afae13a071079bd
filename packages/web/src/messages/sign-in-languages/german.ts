import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in German, with the formal address. */
export const german: SignInTranslation = {
  embedSignIn: {
    done: 'Sie sind angemeldet',
    doneHint: 'Sie können dieses Fenster schließen.',
    failed: 'Die Anmeldung konnte nicht weitergegeben werden',
    alone: 'Keine Ansicht hat um eine Anmeldung gebeten',
    aloneHint: 'Gehen Sie zu der Seite zurück, von der Sie gekommen sind, und wählen Sie dort Anmelden.',
  },
  unsubscribe: {
    title: 'Abbestellen',
    hint: 'Sie erhalten keine solchen Nachrichten zu diesem Dashboard mehr.',
    action: 'Abbestellen',
    done: 'Abbestellt',
    doneText:
      'Sie erhalten keine solchen Nachrichten zu diesem Dashboard mehr. Sie können diese Seite schließen.',
    again: 'Wieder senden',
    resumed: 'Sie erhalten diese Nachrichten wieder',
    resumedText: 'Jede von ihnen hat einen Link zum Abbestellen.',
    unloaded: 'Dieser Link kann nicht verwendet werden',
    refused: 'Der Link ist unvollständig oder zu alt. Öffnen Sie ihn aus einer neueren Nachricht.',
  },
  signIn: {
    title: 'Anmelden',
    hint: 'Der erste Start gibt die Anmeldung des Administrators aus.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    forgot: 'Passwort vergessen?',
    back: 'Zurück zur Anmeldung',
    with: 'Weiter mit {{name}}',
    or: 'oder',
    withPassword: 'Mit einem Passwort anmelden',
    refused: {
      sign_in_failed: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
      password_sign_in_disabled:
        'Passwörter werden hier nicht angenommen. Melden Sie sich über einen Identitätsanbieter an.',
      sign_in_challenge_unknown:
        'Die Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginnen Sie von vorn.',
      second_factor_wrong: 'Der Code oder der Passkey ist nicht gültig oder wurde schon verwendet.',
    },
    problem: {
      deactivated: 'Ihr Benutzerkonto ist deaktiviert. Wenden Sie sich an die Administration.',
      email_missing: 'Der Identitätsanbieter hat keine E-Mail-Adresse von Ihnen gesendet.',
      email_unverified: 'Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt.',
      email_of_another:
        'Ihre E-Mail-Adresse gehört zu einem Benutzerkonto, das sich auf andere Weise anmeldet. Wenden Sie sich an die Administration.',
      not_provisioned: 'Für Sie gibt es noch kein Benutzerkonto. Wenden Sie sich an die Administration.',
      expired:
        'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Versuchen Sie es erneut.',
      attribute_mismatch:
        'Der Identitätsanbieter hat etwas gesendet, das nicht passt. Wenden Sie sich an die Administration.',
      provider_failed: 'Der Identitätsanbieter hat Sie nicht angemeldet. Versuchen Sie es erneut.',
      other: 'Sie konnten nicht angemeldet werden. Versuchen Sie es erneut.',
    },
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    hint: 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link, um ein neues Passwort festzulegen.',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sentText:
      'Wenn es ein Konto für {{email}} gibt, ist ein Link unterwegs. Er gilt einmal, innerhalb einer Stunde.',
    sentHint: 'Keine Nachricht? Bitten Sie die Administration um einen Link.',
  },
  secondFactor: {
    title: 'Noch ein Schritt',
    hint: 'Bestätigen Sie mit Ihrem zweiten Faktor, dass Sie es sind.',
    code: 'Code der Authenticator-App',
    recoveryCode: 'Wiederherstellungscode',
    confirm: 'Bestätigen',
    usePasskey: 'Passkey verwenden',
    useRecovery: 'Wiederherstellungscode verwenden',
    useApp: 'Authenticator-App verwenden',
    expired: 'Diese Anmeldung ist abgelaufen',
    expiredText: 'Beginnen Sie erneut mit Ihrem Passwort.',
    enrolTitle: 'Zweiten Faktor einrichten',
    enrolHint:
      'Ihr Konto verlangt einen neben dem Passwort. Richten Sie eine App oder einen Passkey ein, um fortzufahren.',
  },
  passkeySignIn: {
    action: 'Passkey verwenden',
    failed: 'Der Browser hat keinen Passkey geliefert.',
  },
  factors: {
    unloaded: 'Die Sicherheit Ihres Kontos konnte nicht geladen werden',
    totp: {
      title: 'Authenticator-App',
      hint: 'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code.',
      none: 'Nicht eingerichtet',
      setUp: 'Einrichten',
      dialog: 'Authenticator-App einrichten',
      scan: 'Scannen Sie dieses Bild mit der App oder tippen Sie den Schlüssel ein, und geben Sie den Code ein, den die App zeigt.',
      picture: 'QR-Code mit dem Schlüssel',
      key: 'Schlüssel',
    },
    passkeys: {
      title: 'Ihre Passkeys',
      hint: 'Ihr Gerät oder ein Sicherheitsschlüssel meldet Sie an, mit oder ohne Passwort.',
      none: 'Noch keine Passkeys',
      add: 'Passkey hinzufügen',
      name: 'Bezeichnung',
      example: 'Dienst-Laptop',
    },
    codes: {
      dialog: 'Ihre Wiederherstellungscodes',
      once: 'Sie werden nur dieses eine Mal gezeigt. Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden.',
      kept: 'Ich habe sie aufbewahrt',
    },
    again: {
      title: 'Sind Sie es?',
      text: 'Diese Änderung verlangt noch einmal Ihr Passwort. Ohne Passwort melden Sie sich ab und wieder an.',
      confirm: 'Bestätigen',
    },
  },
};
