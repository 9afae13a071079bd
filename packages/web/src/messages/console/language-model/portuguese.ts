import type { Translation } from '../../translation/translation.ts';
import type { languageModelEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const languageModelPortuguese: Translation<typeof languageModelEnglish> = {
  ai: {
    title: 'IA',
    hint: 'O modelo de linguagem que responde nos chats e quanto dele as pessoas usam.',
    unloaded: 'Não foi possível carregar as definições',
    model: {
      title: 'Modelo de linguagem',
      hint: 'As perguntas, e o que as consultas respondem a elas, são enviadas a ele.',
      using: {
        account: 'Os chats são respondidos por este modelo da conta.',
        server:
          'Os chats são respondidos por {{model}}, configurado pelo operador do servidor. É possível definir um próprio.',
        none: 'Nenhum modelo está configurado: os chats respondem o que permitem as consultas certificadas e os nomes do modelo de dados.',
      },
      provider: 'Formato',
      providers: {
        'openai-compatible': 'Compatível com OpenAI',
        anthropic: 'Anthropic',
      },
      baseUrl: 'Endereço base',
      baseUrlExample: 'https://models.example.com/v1',
      baseUrlHint: 'Acessado por HTTPS; endereços de redes privadas são recusados.',
      baseUrlHintPrivate: 'Endereços de redes privadas são permitidos, também por HTTP.',
      name: 'Modelo',
      nameExample: 'large-1',
      key: 'Chave',
      keyHint: 'Guardada cifrada e nunca mostrada. Deixe vazio para um serviço que não pede nenhuma.',
      keyKept: 'Há uma chave guardada. O que for introduzido aqui substitui-a.',
      keyElsewhere: 'A chave guardada pertence a outro endereço ou formato: introduza a deste.',
      keyExample: 'Guardada',
      removeKey: 'Remover a chave guardada',
      remove: 'Remover o modelo',
      removeTitle: 'Remover o modelo da conta?',
      removeText:
        'A chave dele é eliminada. Os chats são respondidos pelo modelo do servidor, ou sem nenhum.',
      try: 'Experimentar',
      trying: 'A perguntar ao modelo…',
      answered: '{{model}} respondeu em {{seconds}} s.',
      answeredText: '{{model}} respondeu em {{seconds}} s: “{{text}}”',
      unanswered: 'O modelo não responde',
    },
    limit: {
      title: 'Limite diário',
      hint: 'Tokens que uma pessoa pode usar num dia (UTC). Uma mensagem para além dele é recusada até ao dia seguinte.',
      kind: 'Limite',
      kinds: {
        default: 'A predefinição: {{count}} tokens',
        own: 'Um próprio',
        none: 'Sem limite',
      },
      tokens: 'Tokens',
    },
    usage: {
      title: 'Uso',
      hint: 'Por pessoa, agente e dia (UTC), o mais recente primeiro. A barra de hoje é o que a pessoa usou no total do limite diário.',
      unloaded: 'Não foi possível carregar o uso',
      none: 'Ninguém perguntou a um modelo ainda.',
      today: 'Hoje',
      viewer: 'Leitor incorporado',
      noAgent: 'Nenhum',
      goneAgent: 'Removido',
      filter: {
        person: 'Uma parte do nome',
        everyAgent: 'Todos os agentes',
        from: 'De',
        to: 'Até',
        clear: 'Limpar os filtros',
        none: 'Nenhum uso corresponde aos filtros.',
      },
      ofLimit: '{{share}} do limite diário de {{name}}',
      column: {
        day: 'Dia',
        person: 'Pessoa',
        agent: 'Agente',
        calls: 'Solicitações',
        read: 'Lidos',
        written: 'Escritos',
        total: 'Tokens',
      },
    },
  },
};
