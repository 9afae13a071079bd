import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const oauthIntegrationsPortuguese: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Integrações OAuth',
    hint: 'Fornecedores que dão a cada utilizador um token próprio, com o qual se leem as origens de dados.',
    unloaded: 'Não foi possível carregar as integrações',
    none: 'Ainda não há integrações',
    noneText: 'Registe um fornecedor, e cada utilizador lê as origens de dados em seu próprio nome.',
    create: 'Nova integração',
    actionsFor: 'Ações para {{name}}',
    column: {
      name: 'Nome',
      provider: 'Fornecedor',
      hosts: 'Origens de dados',
      actions: 'Ações',
    },
    noHosts: 'Nenhuma',
    form: {
      create: 'Nova integração',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'As origens de dados referem-se a ela por CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Endereço de autorização',
      tokenUrl: 'Endereço de tokens',
      revocationUrl: 'Endereço de revogação',
      revocationHint: 'Onde os tokens terminam quando um utilizador se desliga. Pode ficar vazio.',
      redirectUri: 'Endereço de redirecionamento',
      redirectHint: 'Registe-o no fornecedor tal como está aqui.',
      clientId: 'ID do cliente',
      clientSecret: 'Segredo do cliente',
      secretHint: 'Nunca é mostrado. Deixe vazio para manter o atual.',
      scopes: 'Âmbitos',
      scopesHint: 'Separados por espaços, como offline_access.',
      hosts: 'Anfitriões das origens de dados',
      hostsHint: 'Os tokens só são enviados a estes anfitriões; separados por espaços.',
      issuer: 'Emissor',
      issuerHint: 'Onde o fornecedor se identifica de outra forma que não o endereço de autorização.',
    },
    delete: {
      title: 'Eliminar {{name}}?',
      text: 'Todos os utilizadores são desligados, e as origens de dados que se referem a ela são recusadas.',
    },
  },
};
