import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  closedObject,
  count,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  type ValueOf,
  type Written,
} from './schema.js';

const part = named('Part', closedObject({ size: count }));
const whole = closedObject(
  { kind: oneOf(['one', 'other']), parts: listOf(part, { maxItems: 3 }), note: text, next: orNull(text) },
  ['note'],
);

describe('a closed object', () => {
  it('has its properties and no others, optional ones only if they are named', () => {
    expect(whole).toMatchObject({ additionalProperties: false, required: ['kind', 'parts', 'next'] });
  });

  it('has the type of its properties', () => {
    expectTypeOf<keyof ValueOf<typeof whole>>().toEqualTypeOf<'kind' | 'parts' | 'note' | 'next'>();
    expectTypeOf<ValueOf<typeof whole>['kind']>().toEqualTypeOf<'one' | 'other'>();
    expectTypeOf<ValueOf<typeof whole>['note']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ValueOf<typeof whole>['next']>().toEqualTypeOf<string | null>();
    expectTypeOf<ValueOf<typeof whole>['parts'][number]['size']>().toBeNumber();
  });

  it('takes no value without one of its properties, even an optional one', () => {
    type Value = ValueOf<typeof whole>;
    expectTypeOf<{ kind: 'one'; parts: []; note: undefined; next: null }>().toExtend<Value>();
    expectTypeOf<{ kind: 'one'; parts: []; next: null }>().not.toExtend<Value>();
    expectTypeOf<{ kind: 'one'; parts: []; next: null }>().toExtend<Written<Value>>();
    expectTypeOf<{ kind: 'third'; parts: []; note: undefined; next: null }>().not.toExtend<Value>();
  });
});
