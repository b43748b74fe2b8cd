import { editorSchema } from './editorSchema';
import { monaco } from './monaco';

type JsonDefaults = {
  setDiagnosticsOptions(options: {
    validate: boolean;
    enableSchemaRequest: boolean;
    schemaRequest: 'ignore';
    schemas: { uri: string; fileMatch: string[]; schema: unknown }[];
  }): void;
};

const jsonDefaults = (monaco.languages as unknown as { json: { jsonDefaults: JsonDefaults } }).json
  .jsonDefaults;
const schemas = new Map<string, unknown>();

/** Monaco keeps one list of schemas for all editors; each editor has its own entry in it. Nothing is ever fetched. */
function publish() {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    enableSchemaRequest: false,
    schemaRequest: 'ignore',
    schemas: [...schemas].map(([model, schema]) => ({
      uri: `toolcrib:${encodeURIComponent(model)}`,
      fileMatch: [model],
      schema,
    })),
  });
}

export function setJsonSchema(model: string, schema: unknown) {
  if (typeof schema === 'object' && schema !== null) schemas.set(model, editorSchema(schema));
  else schemas.delete(model);
  publish();
}

export function forgetJsonSchema(model: string) {
  if (schemas.delete(model)) publish();
}
