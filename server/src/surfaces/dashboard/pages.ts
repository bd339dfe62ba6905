/** Lists are read page by page. The cursor of the next page is an opaque text. */
import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { optional, type FieldRule, whole, withDefault } from "#http";

const CURSOR_MAX = 400;

/** The field for a cursor, which `pageOf` made from a value of this schema. */
function cursor<S extends TSchema>(schema: S): FieldRule<Static<S>> {
  const compiled = Compile(schema);
  const wrong = { problem: "wrong" } as const;
  return {
    schema: Type.String({ maxLength: CURSOR_MAX, description: "`next` of the page before." }),
    says: "It is not a place in this list.",
    lengthMax: CURSOR_MAX,
    read: (value) => {
      if (typeof value !== "string") return wrong;
      try {
        const place: unknown = JSON.parse(Buffer.from(value, "base64url").toString());
        return compiled.Check(place) ? { value: place as Static<S> } : wrong;
      } catch {
        return wrong;
      }
    },
  };
}

/** The fields by which a list is paged. Its cursor has a value of this schema. */
export const pageFields = <S extends TSchema>(schema: S) => ({
  limit: withDefault(whole({ min: 1, max: 100 }), 50),
  cursor: optional(cursor(schema)),
});

/** Makes a page of at most `limit` rows. One more row in `rows` means that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, place }: { item: (row: Row) => Item; place: (last: Row) => unknown },
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map(item),
    next: isMore ? Buffer.from(JSON.stringify(place(last))).toString("base64url") : null,
  };
}
