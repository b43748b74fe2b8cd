import type { Locale } from 'antd/es/locale';
import { useSyncExternalStore } from 'react';
import { i18n, startTexts } from './i18n';

export type Language = 'en' | 'zh';
export type LanguageChoice = Language | 'system';

type Known = {
  /** What the language calls itself. */
  name: string;
  /** For `<html lang>`: it chooses the characters' shapes and a reader's voice. */
  tag: string;
  /** The words of antd's own parts. */
  components: () => Promise<{ default: Locale }>;
};

export const LANGUAGES: Record<Language, Known> = {
  en: { name: 'English', tag: 'en', components: () => import('@/locales/en/components') },
  zh: { name: '简体中文', tag: 'zh-CN', components: () => import('@/locales/zh/components') },
};

const KEY = 'toolcrib.language';
const listeners = new Set<() => void>();
let choice: LanguageChoice = readChoice();
let components: Locale | undefined;

function isLanguage(value: string | null | undefined): value is Language {
  return value !== null && value !== undefined && Object.hasOwn(LANGUAGES, value);
}

function readChoice(): LanguageChoice {
  const saved = localStorage.getItem(KEY);
  return isLanguage(saved) ? saved : 'system';
}

/** The first of the browser's languages that we speak. */
export function preferred(languages: readonly string[]): Language {
  for (const each of languages) {
    const language = each.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

const chosen = (): Language => (choice === 'system' ? preferred(navigator.languages) : choice);

/** Called once, before anything is drawn. Rejects when the texts can't be loaded. */
export async function startLanguage() {
  const language = chosen();
  const [own] = await Promise.all([LANGUAGES[language].components(), startTexts(language)]);
  if (!i18n.hasResourceBundle(language, 'common')) throw new Error('The texts were not loaded.');
  announce(language, own.default);
}

/** Changes the words once they have all arrived; until then the page stays as it is. */
async function follow() {
  const language = chosen();
  const own = await LANGUAGES[language].components();
  await i18n.changeLanguage(language);
  if (language === chosen()) announce(language, own.default);
}

function announce(language: Language, own: Locale) {
  components = own;
  document.documentElement.lang = LANGUAGES[language].tag;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setLanguageChoice(next: LanguageChoice) {
  choice = next;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  for (const listener of listeners) listener();
  return follow();
}

export const useLanguageChoice = () => useSyncExternalStore(subscribe, () => choice);
/** antd's words; undefined means its own English. */
export const useComponentTexts = () => useSyncExternalStore(subscribe, () => components);

addEventListener('languagechange', () => void follow());
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  choice = readChoice();
  void follow();
});
