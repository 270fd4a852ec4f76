import { getMetadataStorage } from 'class-validator';
import { CreateRequestBody, nestedBodies } from './create-request-body.js';
import { isFieldForm, type FieldForm } from './field-form.js';
import type { Shape } from './shape-problems.js';

/** The general forms of contract §5 by wire path, read from the very classes that acceptance checks with. */
export const generalForms: ReadonlyMap<string, FieldForm> = new Map([
  ...formsOf(CreateRequestBody, ''),
  ...Object.entries(nestedBodies).flatMap(([name, shape]) => formsOf(shape, `${name}.`)),
]);

function formsOf(shape: Shape, parent: string): (readonly [path: string, form: FieldForm])[] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(shape, '', false, false)
    .flatMap(({ propertyName, context }) => {
      const form: unknown = context;
      return isFieldForm(form) ? [[parent + propertyName, form] as const] : [];
    });
}
