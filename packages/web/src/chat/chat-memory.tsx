import type { Agent, AgentMemory } from '@oriel/contract';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import { agentName } from './agent-name.ts';
import type { MemoryList, MemoryListState } from './store/memory-list.ts';
import styles from './elements/chat.module.css';

const MAX_MEMORY_LENGTH = 500;

interface ChatMemoryProps {
  readonly id: string;
  readonly agent: Agent;
  readonly list: MemoryList;
}

/** What the agent remembers for the viewer: to be read, added to and deleted. */
export function ChatMemory({ id, agent, list }: ChatMemoryProps) {
  const state = useSyncExternalStore(list.subscribe, list.state);
  useEffect(() => void list.load(), [list]);
  const { memories, forgotten, status } = state;
  const field = useRef<HTMLInputElement>(null);
  // The row with the button goes.
  const afterRemoval = () => field.current?.focus();
  return (
    <section className={styles.history} id={id} aria-label={t('memory.title')} data-part="memory">
      <p className={styles.hint}>{t('memory.hint', { agent: agentName(agent) })}</p>
      <MemoryForm list={list} state={state} field={field} />
      <div role="status" className={styles.hint} hidden={statusOf(state) === '' && !forgotten}>
        {statusOf(state)}
        {forgotten && (
          <>
            {t('memory.forgotten', { text: forgotten.text })}{' '}
            <button type="button" className={look.quietButton} onClick={() => void list.undo()}>
              {t('memory.undo')}
            </button>
          </>
        )}
      </div>
      {status === 'failed' && (
        <button type="button" className={look.quietButton} onClick={() => void list.load()}>
          {t('retry')}
        </button>
      )}
      <ul>
        {memories.map((memory) => (
          <li key={memory.id} data-part="remembered">
            <MemoryRow
              memory={memory}
              onForget={() => {
                afterRemoval();
                void list.forget(memory);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function statusOf({ status, memories, forgotten }: MemoryListState): string {
  if (status === 'failed') return t('memory.loadFailed');
  if (status === 'loading') return t('loading');
  return memories.length === 0 && !forgotten ? t('memory.none') : '';
}

function MemoryRow({ memory, onForget }: { readonly memory: AgentMemory; onForget(): void }) {
  const { text, isShared, mayDelete } = memory;
  return (
    <>
      <span dir="auto">{text}</span>
      {isShared && <small className={styles.badge}>{t('memory.forEveryone')}</small>}
      {mayDelete && (
        <button type="button" data-part="remove" aria-label={t('memory.forget', { text })} onClick={onForget}>
          ✕
        </button>
      )}
    </>
  );
}

interface MemoryFormProps {
  readonly list: MemoryList;
  readonly state: MemoryListState;
  readonly field: RefObject<HTMLInputElement | null>;
}

function MemoryForm({ list, state: { mayShare, problem }, field }: MemoryFormProps) {
  const [text, setText] = useState('');
  const [isShared, setShared] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const checkbox = useId();
  const save = async () => {
    if (text.trim() === '' || isSaving) return;
    setSaving(true);
    // What could not be saved stays in the field.
    if (await list.remember({ text: text.trim(), isShared })) setText('');
    setSaving(false);
  };
  return (
    <form
      className={styles.finding}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={field}
        value={text}
        maxLength={MAX_MEMORY_LENGTH}
        aria-label={t('memory.text')}
        placeholder={t('memory.example')}
        onChange={({ target }) => setText(target.value)}
      />
      {mayShare && (
        <label htmlFor={checkbox}>
          <input
            id={checkbox}
            type="checkbox"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
          {t('memory.forEveryone')}
        </label>
      )}
      <button type="submit" className={look.quietButton} disabled={text.trim() === '' || isSaving}>
        {t('memory.add')}
      </button>
      {problem && (
        <p role="alert" className={styles.fault}>
          {t(problem === 'full' ? 'memory.full' : 'memory.saveFailed')}
        </p>
      )}
    </form>
  );
}
