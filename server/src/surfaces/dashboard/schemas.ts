/** Schemas that most operations share. */
import { SENTENCE_CODES } from "#stories";
import Type, { type TObject, type TSchema } from "typebox";

/** Rupees with two decimal places. Negative amounts have a minus sign. */
export const rupees = Type.String({ pattern: "^-?[0-9]+\\.[0-9]{2}$", description: "Rupees." });

/** A moment in ISO 8601, UTC. */
export const at = Type.String({ format: "date-time" });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const words = <const W extends readonly string[]>(list: W) => Type.Enum([...list] as [...W]);

/** A person who requests, decides or gets something. A name alone does not identify a person. */
export const person = Type.Object(
  {
    /** Null for a program or Vitaran itself, which has no e-mail address either. */
    memberId: nullable(Type.String()),
    name: Type.String(),
    email: nullable(Type.String()),
    /** The name of 30 days ago. Null if it was the same. */
    formerly: nullable(Type.String()),
    /** True if another member of the organization has this name, or one that looks like it. */
    hasNamesake: Type.Boolean(),
  },
  { $id: "Person" },
);

/** A waiting approval request, as the page of its subject shows it. */
export const waitingFields = {
  requestId: Type.String(),
  askedBy: person,
  expiresAt: at,
  /** The time when it is done without approval, because no other person can approve. Null otherwise. */
  aloneUntil: nullable(at),
};

/** Steps by which other members tightened something in the last seven days. An Owner can undo them at once. */
export const undoFields = {
  /** The members who tightened it. */
  people: Type.Array(person),
  since: at,
};

/** A page of a list. `next` is the cursor of the next page. */
export const listOfItems = <S extends TSchema>(item: S): TObject =>
  Type.Object({ items: Type.Array(item), next: nullable(Type.String()) });

/** An English text with the code and values for translations. Values whose names end in At are ISO 8601 moments. */
export const sentence = Type.Object(
  {
    code: words(SENTENCE_CODES),
    values: Type.Record(Type.String(), Type.String()),
    text: Type.String(),
  },
  { $id: "Sentence" },
);
