import type { MailTexts } from './mail-text-types.ts';

export const swedish: MailTexts = {
  invitation: {
    title: 'Du är inbjuden till Oriel',
    text: 'Välj ett lösenord för att logga in som {{email}}. Länken fungerar en gång, inom sju dagar.',
    action: 'Välj ett lösenord',
    reason: 'Du får det här meddelandet eftersom en administratör har bjudit in dig.',
  },
  reset: {
    title: 'Välj ett nytt lösenord',
    text: 'Ett nytt lösenord för {{email}} har begärts. Länken fungerar en gång, inom en timme.',
    action: 'Välj ett nytt lösenord',
    reason: 'Om det inte var du behöver du inte göra något: ditt lösenord är oförändrat.',
  },
  changed: {
    title: 'Ditt lösenord har ändrats',
    text: 'Lösenordet för {{email}} har ändrats, och de andra sessionerna i konsolen har avslutats.',
    reason: 'Om det inte var du, begär ett nytt lösenord på inloggningssidan och kontakta en administratör.',
  },
  notification: {
    unnamed: 'Instrumentpanel',
    open: 'Öppna instrumentpanelen',
    reason: 'Du får det här meddelandet eftersom du är mottagare av den här instrumentpanelen.',
    unsubscribe: 'Avsluta prenumerationen',
    withoutData:
      'Data i den här instrumentpanelen får inte laddas ned, så det här meddelandet innehåller inga.',
    picture: 'Instrumentpanelen',
    tooLarge: 'För stora att bifoga: {{titles}}',
    failed: 'Det här diagrammet kunde inte läsas in.',
    causes: {
      unreachable: 'Databasen kan inte nås.',
      timeout: 'Frågan tog för lång tid och stoppades.',
      memory: 'Frågan behöver mer minne än den kan få.',
      tooLarge: 'Resultatet är för stort för ett meddelande.',
      busy: 'Servern var för upptagen för att svara.',
      notConnected: 'Din egen anslutning till datakällan saknas eller har upphört.',
      model: 'Datamodellen har fel eller finns inte.',
      member: 'Ett av dess fält finns inte i datamodellen, eller så får du inte se det.',
      refused: 'Du får inte se dess data.',
      python: 'Dess Python-kod misslyckades.',
      other: 'Öppna instrumentpanelen för att se varför.',
    },
    noRows: 'Inga rader',
    moreRows: {
      one: 'och {{count}} rad till i den bifogade filen',
      other: 'och {{count}} rader till i den bifogade filen',
    },
  },
  mention: {
    title: '{{author}} nämnde dig på {{dashboard}}',
    unnamed: 'en instrumentpanel',
    open: 'Öppna kommentaren',
    openYourself: 'Du hittar kommentaren bredvid instrumentpanelen, där du brukar öppna den.',
    reason: 'Du får det här meddelandet eftersom en kommentar nämner dig.',
    unsubscribe: 'Avsluta prenumerationen',
  },
  truth: { yes: 'Ja', no: 'Nej' },
};
