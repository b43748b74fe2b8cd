import { monaco } from './monaco';
import type { CodeHelp } from './types';

const helps = new Map<string, CodeHelp>();

/** Each editor has its own help; the providers below, of which Monaco keeps one for all, ask for it. */
export function setCodeHelp(model: string, help: CodeHelp | undefined) {
  if (help) helps.set(model, help);
  else helps.delete(model);
}

const KINDS = {
  module: monaco.languages.CompletionItemKind.Module,
  name: monaco.languages.CompletionItemKind.Function,
  field: monaco.languages.CompletionItemKind.Field,
  variable: monaco.languages.CompletionItemKind.Variable,
  snippet: monaco.languages.CompletionItemKind.Snippet,
};

const LANGUAGES = ['python', 'shell'];

monaco.languages.registerCompletionItemProvider(LANGUAGES, {
  triggerCharacters: ['.', ' ', '$', '{', '"', "'"],
  provideCompletionItems(model, { lineNumber, column }) {
    const help = helps.get(model.uri.toString());
    const before = model.getLineContent(lineNumber).slice(0, column - 1);
    const suggestions = (help?.suggest(before, model.getValue()) ?? []).map(
      ({ label, kind, insert, replaces, detail, documentation }) => ({
        label,
        kind: KINDS[kind],
        detail,
        documentation,
        filterText: label,
        insertText: insert ?? label,
        insertTextRules:
          kind === 'snippet'
            ? monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet
            : undefined,
        range: new monaco.Range(lineNumber, column - replaces, lineNumber, column),
      }),
    );
    return { suggestions };
  },
});

monaco.languages.registerHoverProvider(LANGUAGES, {
  provideHover(model, position) {
    const word = model.getWordAtPosition(position)?.word;
    const text = word && helps.get(model.uri.toString())?.explain(word);
    return text ? { contents: [{ value: text }] } : null;
  },
});
