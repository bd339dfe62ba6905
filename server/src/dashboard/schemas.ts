/** Schemas that most operations share. */
import { SENTENCE_CODES } from "#stories";
import Type, { type TObject, type TSchema } from "typebox";

/** Rupees with two places; below zero with a minus. */
export const rupees = Type.String({ pattern: "^-?[0-9]+\\.[0-9]{2}$", description: "Rupees." });

/** A moment in ISO 8601, UTC. */
export const at = Type.String({ format: "date-time" });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const words = <const W extends readonly string[]>(list: W) => Type.Enum([...list] as [...W]);

/** Someone who asked for something, decided about it, or gets it: a name alone would not tell who that is. */
export const person = Type.Object(
  {
    /** Null: no member, but a program or Vitaran itself; it has no address then. */
    memberId: nullable(Type.String()),
    name: Type.String(),
    email: nullable(Type.String()),
    /** The name of 30 days ago, if it was another one. */
    formerly: nullable(Type.String()),
    /** True if another member of the organization has this name, or one that looks like it. */
    hasNamesake: Type.Boolean(),
  },
  { $id: "Person" },
);

/** A request for approval that waits, as the page of its subject shows it. */
export const waitingFields = {
  requestId: Type.String(),
  askedBy: person,
  expiresAt: at,
  /** Where no other person can approve: when it is done all the same. */
  aloneUntil: nullable(at),
};

/** What other members tightened in the last seven days, which an Owner undoes at once. */
export const undoFields = {
  /** Those who tightened it. */
  people: Type.Array(person),
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
