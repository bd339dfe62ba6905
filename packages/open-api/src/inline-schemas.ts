/** Puts the schemas that `nameSchemas` has named back into their places. */
import {
  type ApiDocument,
  changeSchemas,
  mapOperations,
  nameIn,
  type Part,
  tellPlaceNames,
} from "./document.ts";

/** Returns the document without the names that were made from places. Other components keep theirs. */
export function inlineSchemas<D extends ApiDocument>(document: D): D {
  const { schemas } = document.components;
  const isPlaceName = tellPlaceNames(document);
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    const name = nameIn(value as Part);
    if (name !== undefined && isPlaceName(name)) return put(schemas[name]);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]));
  };
  const inlined = mapOperations(document, (operation) =>
    changeSchemas(operation, (schema) => put(schema) as Part),
  );
  const kept = Object.entries(schemas).filter(([name]) => !isPlaceName(name));
  return { ...inlined, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}
