import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Swedish. */
export const swedish: SignInTranslation = {
  embedSignIn: {
    done: 'Du är inloggad',
    doneHint: 'Du kan stänga det här fönstret.',
    failed: 'Inloggningen kunde inte lämnas vidare',
    alone: 'Ingen vy har bett om en inloggning',
    aloneHint: 'Gå tillbaka till sidan du kom från och välj Logga in där.',
  },
  signIn: {
    title: 'Logga in',
    hint: 'Den första starten visar administratörens inloggning.',
    email: 'E-postadress',
    password: 'Lösenord',
    forgot: 'Har du glömt lösenordet?',
    back: 'Tillbaka till inloggningen',
    with: 'Fortsätt med {{name}}',
    or: 'eller',
    withPassword: 'Logga in med lösenord',
    refused: {
      sign_in_failed: 'E-postadressen eller lösenordet är fel.',
      password_sign_in_disabled: 'Lösenord godtas inte här. Logga in via en identitetsleverantör.',
      sign_in_challenge_unknown: 'Inloggningen har gått ut eller påbörjades i en annan webbläsare. Börja om.',
      second_factor_wrong: 'Koden eller nyckeln är inte giltig eller har redan använts.',
    },
    problem: {
      deactivated: 'Din användare är inaktiverad. Fråga en administratör.',
      email_missing: 'Identitetsleverantören har inte skickat din e-postadress.',
      email_unverified: 'Identitetsleverantören har inte verifierat din e-postadress.',
      email_of_another:
        'Din e-postadress tillhör en användare som loggar in på ett annat sätt. Fråga en administratör.',
      not_provisioned: 'Det finns ingen användare för dig än. Fråga en administratör.',
      expired: 'Den här inloggningen har gått ut eller påbörjades i en annan webbläsare. Försök igen.',
      attribute_mismatch: 'Identitetsleverantören har skickat något som inte passar. Fråga en administratör.',
      provider_failed: 'Identitetsleverantören har inte loggat in dig. Försök igen.',
      other: 'Du kunde inte loggas in. Försök igen.',
    },
  },
  forgotPassword: {
    title: 'Har du glömt lösenordet?',
    hint: 'Ange din e-postadress så får du en länk för att välja ett nytt lösenord.',
    send: 'Skicka länken',
    sentTitle: 'Titta i din e-post',
    sentText: 'Om det finns ett konto för {{email}} är en länk på väg. Den fungerar en gång, inom en timme.',
    sentHint: 'Inget meddelande? Be en administratör om en länk.',
  },
  secondFactor: {
    title: 'Ett steg till',
    hint: 'Bekräfta med din andra faktor att det är du.',
    code: 'Kod från autentiseringsappen',
    recoveryCode: 'Återställningskod',
    confirm: 'Bekräfta',
    usePasskey: 'Använd en nyckel',
    useRecovery: 'Använd en återställningskod',
    useApp: 'Använd autentiseringsappen',
    expired: 'Den här inloggningen har gått ut',
    expiredText: 'Börja om med ditt lösenord.',
    passkeyOnly: 'Använd nyckeln eller säkerhetsnyckeln som du har lagt till.',
    enrolTitle: 'Lägg till en andra faktor',
    enrolHint: 'Ditt konto kräver en utöver lösenordet. Lägg till en app eller en nyckel för att fortsätta.',
  },
  passkeySignIn: {
    action: 'Använd en nyckel',
    failed: 'Webbläsaren har inte gett någon nyckel.',
  },
};
