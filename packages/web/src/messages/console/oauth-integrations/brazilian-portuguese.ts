import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const oauthIntegrationsBrazilianPortuguese: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Integrações OAuth',
    hint: 'Provedores que dão a cada usuário um token próprio, com o qual se leem as fontes de dados.',
    unloaded: 'Não foi possível carregar as integrações',
    none: 'Ainda não há integrações',
    noneText: 'Registre um provedor, e cada usuário lê as fontes de dados em seu próprio nome.',
    create: 'Nova integração',
    actionsFor: 'Ações para {{name}}',
    column: {
      name: 'Nome',
      provider: 'Provedor',
      hosts: 'Fontes de dados',
      actions: 'Ações',
    },
    noHosts: 'Nenhuma',
    form: {
      create: 'Nova integração',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'As fontes de dados se referem a ela por CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Endereço de autorização',
      tokenUrl: 'Endereço de tokens',
      revocationUrl: 'Endereço de revogação',
      revocationHint: 'Onde os tokens terminam quando um usuário se desconecta. Pode ficar vazio.',
      redirectUri: 'Endereço de redirecionamento',
      redirectHint: 'Registre-o no provedor tal como está aqui.',
      clientId: 'ID do cliente',
      clientSecret: 'Segredo do cliente',
      secretHint: 'Nunca é mostrado. Deixe vazio para manter o atual.',
      scopes: 'Escopos',
      scopesHint: 'Separados por espaços, como offline_access.',
      hosts: 'Hosts das fontes de dados',
      hostsHint: 'Os tokens só são enviados a estes hosts; separados por espaços.',
      issuer: 'Emissor',
      issuerHint: 'Onde o provedor se nomeia de outra forma que não o endereço de autorização.',
    },
    delete: {
      title: 'Excluir {{name}}?',
      text: 'Todos os usuários são desconectados, e as fontes de dados que se referem a ela são recusadas.',
    },
  },
};
