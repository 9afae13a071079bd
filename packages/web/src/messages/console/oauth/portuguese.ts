import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const oauthPortuguese: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Permitir o acesso',
      title: 'Permitir {{name}}?',
      asks: '{{name}} pede para agir em seu nome em {{account}}.',
      signedInAs: 'A sua sessão é de {{email}}.',
      notYou: 'Usar outra conta',
      gets: 'O que recebe',
      address: 'Diz que está em {{host}}',
      builtIn: 'Parte do Oriel',
      goesTo: 'A seguir: {{host}}.',
      goesToProgram: 'A seguir: um programa neste computador.',
      remember: 'Não perguntar de novo',
      rememberHint: 'Recebe o mesmo por um ano, a menos que o acesso seja retirado.',
      withdraw: 'Isto pode ser retirado a qualquer momento em Aplicações.',
      allow: 'Permitir',
      deny: 'Negar',
      gone: 'Este pedido já não está aberto',
      goneText: 'Expirou ou já foi respondido. Volte à aplicação e comece de novo.',
      again: 'Primeiro entre de novo',
      againText: '{{name}} quer ter certeza da sua identidade: entre mais uma vez e a página volta para cá.',
      unloaded: 'Não foi possível carregar o pedido',
    },
    scope: {
      write: 'Ler e alterar tudo o que lhe é permitido',
      read: 'Ler tudo o que lhe é visível, sem alterar nada',
      everywhere: 'Em todas as suas implantações',
      somewhere_one: 'Numa implantação: {{names}}',
      somewhere_many: 'Em {{count, number}} implantações: {{names}}',
      somewhere_other: 'Em {{count, number}} implantações: {{names}}',
      identity: 'Conhecer a sua identidade',
      email: 'Conhecer o seu endereço de e-mail',
      offline: 'Continuar na sua ausência, até ser retirado',
      nothing: 'Nada além do seu consentimento',
    },
    device: {
      title: 'Ligar um dispositivo',
      hint: 'Introduza o código que o terminal ou o dispositivo mostra.',
      code: 'Código',
      codeExample: 'XXXX-XXXX',
      next: 'Continuar',
      wrong:
        'Este código está errado, expirou ou já foi usado. Olhe de novo o dispositivo ou recomece por lá.',
      compare: 'O seu dispositivo mostra este código?',
      warning:
        'Continue só se isto foi iniciado por si. Um código ou ligação recebida de alguém é uma armadilha: negue, ou o remetente age em seu nome.',
      from: 'Pedido de {{address}}',
      fromProgram: 'Pedido de {{address}} por {{program}}',
      other: 'Introduzir outro código',
      allowed: 'O seu dispositivo está ligado',
      allowedText: 'Continue por lá. Esta página pode ser fechada.',
      denied: 'Nada foi permitido',
      deniedText: 'O dispositivo foi avisado. Esta página pode ser fechada.',
    },
  },
};
