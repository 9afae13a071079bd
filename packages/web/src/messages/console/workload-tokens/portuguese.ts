import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const workloadTokensPortuguese: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Tokens de carga de trabalho',
    hint: 'Com estes tokens, que duram uma hora, os processos identificam-se perante nuvens e serviços seus.',
    unloaded: 'Não foi possível carregar as configurações',
    none: 'Ainda não há configurações',
    noneText: 'Crie uma para cada um dos que devem confiar nos seus processos.',
    create: 'Nova configuração',
    actionsFor: 'Ações para {{name}}',
    isOn: 'Os processos recebem tokens',
    isOnHint: 'O interruptor de toda a conta.',
    enabled: 'Ligada',
    disabled: 'Desligada',
    enable: 'Ligar',
    disable: 'Desligar',
    column: {
      name: 'Nome',
      variable: 'Variável',
      state: 'Estado',
      actions: 'Ações',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Outro',
    },
    form: {
      create: 'Nova configuração',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Letras minúsculas, dígitos e hifens; o nome do ficheiro.',
      kind: 'Quem confia nos tokens',
      audience: 'Público',
      subject: 'Sujeito',
      subjectHint: 'Com {deployment_id}, {component} e {region}; vazio é svc:deployment:{deployment_id}.',
      variable: 'Variável de ambiente',
      variableHint: 'Contém o caminho do ficheiro em cada processo.',
      claims: 'Outros claims',
      claimsHint: 'Um objeto JSON de textos, ou de listas de textos.',
      claimsFault: 'Isto não é um objeto JSON.',
    },
    delete: {
      title: 'Eliminar {{name}}?',
      text: 'Os ficheiros são removidos. Os tokens lidos deles duram até ao fim, dentro de uma hora.',
    },
  },
};
