import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Norwegian. */
export const norwegian: SignInTranslation = {
  embedSignIn: {
    done: 'Du er logget på',
    doneHint: 'Du kan lukke dette vinduet.',
    failed: 'Påloggingen kunne ikke gis videre',
    alone: 'Ingen visning har bedt om pålogging',
    aloneHint: 'Gå tilbake til siden du kom fra, og velg Logg på der.',
  },
  unsubscribe: {
    title: 'Avslutt abonnementet',
    hint: 'Du får ikke flere slike meldinger om dette dashbordet.',
    action: 'Avslutt abonnementet',
    done: 'Abonnementet er avsluttet',
    doneText: 'Du får ikke flere slike meldinger om dette dashbordet. Du kan lukke denne siden.',
    again: 'Send disse igjen',
    resumed: 'Du får disse meldingene igjen',
    resumedText: 'Hver av dem har en lenke for å avslutte abonnementet.',
    unloaded: 'Denne lenken kan ikke brukes',
    refused: 'Lenken er ufullstendig eller for gammel. Åpne den fra en nyere melding.',
  },
  signIn: {
    title: 'Logg på',
    hint: 'Den første oppstarten viser administratorens pålogging.',
    email: 'E-postadresse',
    password: 'Passord',
    forgot: 'Glemt passordet?',
    back: 'Tilbake til påloggingen',
    with: 'Fortsett med {{name}}',
    or: 'eller',
    withPassword: 'Logg på med passord',
    refused: {
      sign_in_failed: 'E-postadressen eller passordet er feil.',
      password_sign_in_disabled: 'Passord godtas ikke her. Logg på med en identitetsleverandør.',
      sign_in_challenge_unknown:
        'Påloggingen er utløpt eller ble startet i en annen nettleser. Start på nytt.',
      second_factor_wrong: 'Koden eller passnøkkelen er ikke gyldig, eller er brukt før.',
    },
    problem: {
      deactivated: 'Brukeren din er deaktivert. Spør en administrator.',
      email_missing: 'Identitetsleverandøren har ikke sendt e-postadressen din.',
      email_unverified: 'Identitetsleverandøren har ikke bekreftet e-postadressen din.',
      email_of_another:
        'E-postadressen din tilhører en bruker som logger på på en annen måte. Spør en administrator.',
      not_provisioned: 'Det finnes ingen bruker for deg ennå. Spør en administrator.',
      expired: 'Denne påloggingen er utløpt eller ble startet i en annen nettleser. Prøv igjen.',
      attribute_mismatch: 'Identitetsleverandøren har sendt noe som ikke passer. Spør en administrator.',
      provider_failed: 'Identitetsleverandøren har ikke logget deg på. Prøv igjen.',
      other: 'Du kunne ikke logges på. Prøv igjen.',
    },
  },
  forgotPassword: {
    title: 'Glemt passordet?',
    hint: 'Skriv inn e-postadressen din, så får du en lenke for å angi et nytt passord.',
    send: 'Send lenken',
    sentTitle: 'Se i innboksen din',
    sentText:
      'Hvis det finnes en konto for {{email}}, er en lenke på vei. Den virker én gang, innen en time.',
    sentHint: 'Ingen melding? Be en administrator om en lenke.',
  },
  secondFactor: {
    title: 'Ett steg til',
    hint: 'Bekreft at det er deg med den andre faktoren din.',
    code: 'Kode fra autentiseringsappen',
    recoveryCode: 'Gjenopprettingskode',
    confirm: 'Bekreft',
    usePasskey: 'Bruk en passnøkkel',
    useRecovery: 'Bruk en gjenopprettingskode',
    useApp: 'Bruk autentiseringsappen',
    expired: 'Denne påloggingen er utløpt',
    expiredText: 'Start på nytt med passordet ditt.',
    enrolTitle: 'Sett opp en faktor til',
    enrolHint:
      'Kontoen din krever en i tillegg til passordet. Sett opp en app eller en passnøkkel for å fortsette.',
  },
  passkeySignIn: {
    action: 'Bruk en passnøkkel',
    failed: 'Nettleseren har ikke gitt noen passnøkkel.',
  },
  factors: {
    unloaded: 'Sikkerheten for kontoen din kunne ikke lastes inn',
    totp: {
      title: 'Autentiseringsapp',
      hint: 'En app på telefonen viser en ny kode hvert 30. sekund.',
      none: 'Ikke satt opp',
      setUp: 'Sett opp',
      dialog: 'Sett opp en autentiseringsapp',
      scan: 'Skann dette bildet med appen, eller skriv inn nøkkelen, og oppgi koden som appen viser.',
      picture: 'QR-kode med nøkkelen',
      key: 'Nøkkel',
    },
    passkeys: {
      title: 'Passnøkler',
      hint: 'Enheten din eller en sikkerhetsnøkkel logger deg på, med eller uten passord.',
      none: 'Ingen passnøkler ennå',
      add: 'Legg til en passnøkkel',
      name: 'Navn',
      example: 'Bærbar PC på jobb',
    },
    codes: {
      dialog: 'Gjenopprettingskodene dine',
      once: 'De vises bare denne ene gangen. Oppbevar dem der du finner dem uten telefonen.',
      kept: 'Jeg har tatt vare på dem',
    },
    again: {
      title: 'Er det deg?',
      text: 'Denne endringen krever passordet ditt på nytt. Uten passord logger du av og på igjen.',
      confirm: 'Bekreft',
    },
  },
};
