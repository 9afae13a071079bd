import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const oauthSwedish: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Tillåt åtkomst',
      title: 'Tillåt {{name}}?',
      asks: '{{name}} ber om att få agera för dig i {{account}}.',
      signedInAs: 'Du är inloggad som {{email}}.',
      notYou: 'Använd ett annat konto',
      gets: 'Vad programmet får',
      address: 'Säger att det finns på {{host}}',
      builtIn: 'En del av Oriel',
      goesTo: 'Du går vidare till {{host}}.',
      goesToProgram: 'Du går tillbaka till ett program på den här datorn.',
      remember: 'Fråga inte igen',
      rememberHint: 'Det får detsamma i ett år, om du inte återkallar det.',
      withdraw: 'Du kan återkalla detta när som helst under Program.',
      allow: 'Tillåt',
      deny: 'Neka',
      gone: 'Den här begäran är inte längre öppen',
      goneText: 'Den har gått ut eller är redan besvarad. Gå tillbaka till programmet och börja om.',
      again: 'Logga in igen först',
      againText:
        '{{name}} vill vara säker på att det är du: logga in en gång till, så kommer du tillbaka hit.',
      unloaded: 'Begäran kunde inte läsas in',
    },
    scope: {
      write: 'Läsa och ändra allt som du får',
      read: 'Läsa allt som du får se, utan att ändra något',
      everywhere: 'I alla dina distributioner',
      somewhere_one: 'I en distribution: {{names}}',
      somewhere_other: 'I {{count, number}} distributioner: {{names}}',
      identity: 'Veta att det är du',
      email: 'Veta din e-postadress',
      offline: 'Fortsätta medan du är borta, tills du återkallar det',
      nothing: 'Inget annat än att du har samtyckt',
    },
    device: {
      title: 'Anslut en enhet',
      hint: 'Skriv koden som terminalen eller enheten visar.',
      code: 'Kod',
      codeExample: 'XXXX-XXXX',
      next: 'Fortsätt',
      wrong: 'Koden är fel, har gått ut eller har använts. Titta på enheten igen, eller börja om där.',
      compare: 'Visar din enhet den här koden?',
      warning:
        'Fortsätt bara om du har börjat detta själv. En kod eller länk som du har fått skickad är en fälla: neka den, annars agerar avsändaren som du.',
      from: 'Begärd från {{address}}',
      fromProgram: 'Begärd från {{address}} av {{program}}',
      other: 'Skriv en annan kod',
      allowed: 'Din enhet är ansluten',
      allowedText: 'Fortsätt där. Du kan stänga den här sidan.',
      denied: 'Ingenting har tillåtits',
      deniedText: 'Enheten har fått veta det. Du kan stänga den här sidan.',
    },
  },
};
