import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import {
  type CustomValidator,
  createErrorHandler,
  type ErrorTransformer,
  getDefaultFormState,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type UiSchema,
  unwrapErrorHandler,
  type ValidatorType,
  validationDataMerge,
} from '@rjsf/utils';
import { i18n } from '@/app/i18n';
import { withoutPatterns } from './withoutPatterns';

// These only repeat that something inside them failed.
const WRAPPERS = new Set([
  'properties',
  'items',
  '$ref',
  'allOf',
  'oneOf',
  'anyOf',
  'if',
  'then',
  'else',
  'prefixItems',
]);

const decode = (part: string) =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

function toFormError(unit: OutputUnit): RJSFValidationError {
  const missing = unit.keyword === 'required' ? /"(.+?)"/.exec(unit.error)?.[1] : undefined;
  const path = unit.instanceLocation.replace(/^#/, '').split('/').filter(Boolean).map(decode);
  if (missing) path.push(missing);
  const message = missing ? i18n.t('form.required') : unit.error;
  return {
    name: unit.keyword,
    property: path.length ? `.${path.join('.')}` : '',
    message,
    stack: `${path.join('.')} ${message}`,
    schemaPath: unit.keywordLocation,
  };
}

const draftOf = (schema: RJSFSchema): SchemaDraft =>
  String(schema.$schema ?? '').includes('2020-12') ? '2020-12' : '7';

const withDefinitions = (schema: RJSFSchema, root: RJSFSchema | undefined): RJSFSchema =>
  !root || schema === root
    ? schema
    : {
        ...schema,
        $defs: { ...root.$defs, ...schema.$defs },
        definitions: { ...root.definitions, ...schema.definitions },
      };

/**
 * JSON Schema validation for forms by an interpreter: it makes no code at run time, so it works under a
 * content security policy without 'unsafe-eval'.
 */
class InterpretedValidator implements ValidatorType<unknown, RJSFSchema> {
  private readonly compiled = new WeakMap<object, Validator>();

  private compile(schema: RJSFSchema, root: RJSFSchema): Validator {
    const known = this.compiled.get(schema);
    if (known) return known;
    const safe = withoutPatterns(withDefinitions(schema, root)) as Schema;
    const made = new Validator(safe, draftOf(root ?? schema), false);
    this.compiled.set(schema, made);
    return made;
  }

  rawValidation<Result = unknown>(schema: RJSFSchema, data?: unknown) {
    return { errors: this.compile(schema, schema).validate(data).errors as Result[] };
  }

  isValid(schema: RJSFSchema, data: unknown, root: RJSFSchema) {
    return this.compile(schema, root).validate(data).valid;
  }

  validateFormData(
    data: unknown,
    schema: RJSFSchema,
    custom?: CustomValidator<unknown, RJSFSchema>,
    transform?: ErrorTransformer<unknown, RJSFSchema>,
    uiSchema?: UiSchema<unknown, RJSFSchema>,
  ) {
    const units = this.rawValidation<OutputUnit>(schema, data).errors;
    let errors = units.filter((unit) => !WRAPPERS.has(unit.keyword)).map(toFormError);
    if (transform) errors = transform(errors, uiSchema);
    const found = { errors, errorSchema: toErrorSchema<unknown>(errors) };
    if (!custom) return found;
    const full = getDefaultFormState(this, schema, data, schema, true);
    const handler = custom(full, createErrorHandler<unknown>(full), uiSchema);
    return validationDataMerge(found, unwrapErrorHandler<unknown>(handler));
  }
}

export const validator = new InterpretedValidator();
