// Shows a person who requested, decides or receives something. A name is never shown alone, because two members can
// have the same one.
import { Fragment, type ReactNode } from "react";
import type { Person as Shown } from "#dashboard/api/operations.ts";
import { Badge } from "./badge.tsx";
import { useTexts } from "./texts.ts";

interface PersonProps {
  person: Pick<Shown, "name" | "email" | "formerly" | "hasNamesake">;
  /** An element after the name, such as a mark for the member themselves. */
  children?: ReactNode;
}

/** Shows the name with the e-mail address and the former name. It is marked if another member's name looks the same. */
export function Person({ person: { name, email, formerly, hasNamesake }, children }: PersonProps) {
  const t = useTexts();
  return (
    <span className="wrap-anywhere">
      {name}
      {children}
      {email !== null && <span className="text-13 font-normal text-ink-2"> {email}</span>}
      {formerly !== null && (
        <span className="text-13 font-normal text-ink-2"> {t("formerly", { name: formerly })}</span>
      )}
      {hasNamesake && (
        <>
          {" "}
          <span className="*:whitespace-normal">
            <Badge tone="warn">{t("namesake")}</Badge>
          </span>
        </>
      )}
    </span>
  );
}

/** Shows several people: one below the other, or within a sentence. */
export function People({ people, inline }: { people: readonly Shown[]; inline?: boolean }) {
  return people.map((person, at) =>
    inline ? (
      <Fragment key={person.memberId}>
        {at > 0 && ", "}
        <Person person={person} />
      </Fragment>
    ) : (
      <span key={person.memberId} className="block">
        <Person person={person} />
      </span>
    ),
  );
}

/** Returns the same as text, for titles and labels. */
export function usePersonWords(): (person: PersonProps["person"]) => string {
  const t = useTexts();
  return ({ name, email, formerly, hasNamesake }) => {
    const facts = [
      ...(email === null ? [] : [email]),
      ...(formerly === null ? [] : [t("formerly", { name: formerly })]),
      ...(hasNamesake ? [t("namesake")] : []),
    ];
    return facts.length === 0 ? name : `${name} (${facts.join("; ")})`;
  };
}
