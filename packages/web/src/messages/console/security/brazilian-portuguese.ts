import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const securityBrazilianPortuguese: Translation<typeof securityEnglish> = {
  security: {
    title: 'A minha segurança',
    hint: 'Como é feita a sua entrada, e onde há sessões suas.',
    password: {
      title: 'Senha',
      hint: 'Uma alteração encerra as suas outras sessões.',
      current: 'Senha atual',
      change: 'Mudar a senha',
      changed: 'A sua senha foi mudada.',
    },
    totp: {
      since: 'Configurado desde {{day}}',
      remove: 'Remover',
      removeTitle: 'Remover o aplicativo autenticador?',
      removeText:
        'Os códigos dele não são mais pedidos. Sem outro fator, a sua senha é tudo o que protege a conta.',
    },
    passkeys: {
      name: 'Nome',
      added: 'Adicionada',
      lastUsed: 'Último uso',
      actions: 'Ações',
      rename: 'Renomear',
      renameNamed: 'Renomear {{name}}',
      remove: 'Remover',
      removeNamed: 'Remover {{name}}',
      removeTitle: 'Remover {{name}}?',
      removeText: 'Ela não serve mais para a sua entrada. Remova-a também do dispositivo.',
    },
    codes: {
      title: 'Códigos de recuperação',
      hint: 'Cada um substitui uma vez o seu segundo fator, se for perdido.',
      left_one: 'Resta {{count}} código',
      left_many: 'Restam {{count}} códigos',
      left_other: 'Restam {{count}} códigos',
      renew: 'Novos códigos',
      renewTitle: 'Criar novos códigos de recuperação?',
      renewText: 'Os códigos atuais deixam de funcionar.',
    },
    sessions: {
      title: 'Sessões',
      hint: 'Onde há sessões suas. Mude a sua senha se não reconhecer alguma.',
      device: 'Dispositivo',
      address: 'Endereço',
      method: 'Entrada com',
      lastUsed: 'Último uso',
      current: 'Esta',
      unknown: 'Navegador desconhecido',
      browserOn: '{{browser}} em {{system}}',
      actions: 'Ações',
      end: 'Encerrar',
      endNamed: 'Encerrar a sessão de {{device}}',
      endOthers: 'Encerrar todas as outras',
      endOthersTitle: 'Encerrar todas as outras sessões?',
      endOthersText: 'Todos os outros navegadores têm de entrar de novo.',
      onPhone: '{{address}}, último uso {{day}}',
      methods: {
        password: 'Senha',
        passkey: 'Chave de acesso',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
