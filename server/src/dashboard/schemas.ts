/** Schemas that most operations share. */
import { SENTENCE_CODES } from "#stories";
import Type, { type TObject, type TSchema } from "typebox";

/** Rupees with two places; below zero with a minus. */
export const rupees = Type.String({ pattern: "^-?[0-9]+\\.[0-9]{2}$", description: "Rupees." });

/** A moment in ISO 8601, UTC. */
export const at = Type.String({ format: "date-time" });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const words = <const W extends readonly string[]>(list: W) => Type.Enum([...list] as [...W]);

/** A request for approval that waits, as the page of its subject shows it. */
export const waitingFields = {
  requestId: Type.String(),
  askedBy: Type.String(),
  expiresAt: at,
  /** Where no other person can approve: when it is done all the same. */
  aloneUntil: nullable(at),
};

/** What other members tightened in the last seven days, which an Owner undoes at once. */
export const undoFields = {
  /** The names of those who tightened it. */
  names: Type.String(),
  since: at,
};

/** A page of a list; `next` is the cursor of the page after it. */
export const listOfItems = <S extends TSchema>(item: S): TObject =>
  Type.Object({ items: Type.Array(item), next: nullable(Type.String()) });

/** The English, and what says it in another language: moments among the values are ISO 8601, their names end in At. */
export const sentence = Type.Object(
  {
    code: words(SENTENCE_CODES),
    values: Type.Record(Type.String(), Type.String()),
    text: Type.String(),
  },
  { $id: "Sentence" },
);
