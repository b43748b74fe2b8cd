import i18n, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Every `locales/<language>/<namespace>.json` is found here and loaded when it is first asked for. */
const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.json');

const texts: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`There is no locales/${language}/${namespace}.json.`), null);
    load().then(
      (file) => done(null, file.default),
      (error: Error) => done(error, true),
    );
  },
};

/** Only the language that is shown is loaded, so the languages must have the same keys: a test sees to that. */
export const startTexts = (language: string) =>
  i18n
    .use(initReactI18next)
    .use(texts)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      interpolation: { escapeValue: false },
    });

const namespacesOf = (language: string) =>
  Object.keys(files)
    .filter((path) => path.startsWith(`../locales/${language}/`))
    .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length));

/** Loads the texts that no page has asked for yet, so that a dialog need not wait for its own. */
export const loadAllTexts = () => i18n.loadNamespaces(namespacesOf(i18n.language));

export { i18n };
