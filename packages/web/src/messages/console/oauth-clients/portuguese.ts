import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const oauthClientsPortuguese: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Clientes OAuth',
    hint: 'Programas que os utilizadores podem deixar agir em seu nome, ou nos quais entram com esta conta.',
    create: 'Novo cliente',
    none: 'Ainda não há clientes OAuth',
    noneText:
      'Um programa é registado aqui antes de poder pedir aos utilizadores para agir em seu nome. A linha de comando do Oriel está sempre presente.',
    unloaded: 'Não foi possível carregar os clientes OAuth',
    actionsOf: 'Ações para {{name}}',
    dynamic: 'Registou-se sozinho',
    noRedirects: 'Nenhum',
    id: 'ID do cliente',
    kind: {
      web: 'Aplicação web',
      native: 'Programa num computador',
      page: 'Página num navegador',
      service: 'Serviço',
    },
    column: {
      name: 'Cliente',
      kind: 'Tipo',
      redirects: 'Endereços de redirecionamento',
      created: 'Criado',
      actions: 'Ações',
    },
    rotate: 'Substituir o segredo',
    rotateTitle: 'Substituir o segredo de {{name}}?',
    rotateText:
      'O segredo atual deixa de funcionar de imediato: o cliente não recebe tokens até ter o novo. Os tokens que ele tem continuam válidos.',
    deleteTitle: 'Eliminar {{name}}?',
    deleteText:
      'O que os utilizadores lhe permitiram termina de imediato, e já não pode pedir nada a ninguém. Isto não pode ser desfeito.',
    secretTitle: 'O segredo de {{name}}',
    createdTitle: '{{name}} está registado',
    createdText: 'O programa precisa do seu ID do cliente. Ele não guarda nenhum segredo.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Novo cliente OAuth',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Os utilizadores veem-no quando lhes é perguntado.',
      uri: 'Página inicial',
      kind: 'Tipo',
      kindHint: {
        web: 'Tem um servidor, que guarda o segredo.',
        native:
          'É executado junto do utilizador e não guarda segredo, como uma linha de comandos ou uma app.',
        page: 'É executado no navegador e não guarda segredo.',
        service: 'Age por si, como um utilizador, com o seu segredo.',
      },
      redirects: 'Endereços de redirecionamento',
      redirectsHint:
        'Para onde os utilizadores são enviados de volta, cada um à letra. Confirme cada um com Enter.',
      nativeRedirectsHint:
        'Como http://127.0.0.1/callback, com qualquer porta, ou com.example.app:/callback. Confirme cada um com Enter.',
      scopes: 'Pode pedir',
      level: {
        write: 'Ler e alterar',
        read: 'Ler',
        identity: 'Quem é o utilizador',
      },
      user: 'Age como',
      userHint: 'Pode o que este utilizador pode.',
      chosenUser: 'Age como {{name}}',
      otherUser: 'Escolher outro utilizador',
    },
  },
};
