import * as v from 'valibot';
import { keptText, type StorageArea } from './kept-text.ts';

/** A value that this browser keeps under `key`. If the stored value does not match the schema, it counts as missing. */
export function kept<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  area: StorageArea,
) {
  const text = keptText(key, area);
  const json = v.pipe(v.string(), v.parseJson(), schema);
  return {
    read: (): v.InferOutput<Schema> | undefined => {
      const value = v.safeParse(json, text.read());
      return value.success ? value.output : undefined;
    },
    keep: (value: v.InferInput<Schema>) => text.keep(JSON.stringify(value)),
    forget: text.forget,
  };
}

/** Like `kept`, but for a value that belongs to a member: `read` deletes a value that belongs to a different one. */
export function keptOfMember<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  area: StorageArea,
) {
  const owned = kept(key, v.object({ memberId: v.string(), fields: v.unknown() }), area);
  return {
    read: (memberId: string): v.InferOutput<Schema> | undefined => {
      const value = owned.read();
      const fields = v.safeParse(schema, value?.fields);
      if (value?.memberId === memberId && fields.success) return fields.output;
      owned.forget();
      return undefined;
    },
    keep: (memberId: string, fields: v.InferInput<Schema>) => owned.keep({ memberId, fields }),
    forget: owned.forget,
  };
}
