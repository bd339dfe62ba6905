// Something that other members tightened in the last seven days. An Owner can undo it at once.
import type { ReactNode } from "react";
import type { Person as Shown } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import { Note } from "../ui/layout.tsx";
import { People } from "../ui/person.tsx";
import { Time } from "../ui/time.tsx";
import { useTexts } from "./texts.ts";

interface UndoNoteProps {
  title: string;
  /** The members who tightened it. */
  people: readonly Shown[];
  since: string;
  /** The undoing of it. */
  undo: { readonly isPending: boolean; readonly error: unknown };
  onUndo: () => void;
  children?: ReactNode;
}

export function UndoNote({ title, people, since, undo, onUndo, children }: UndoNoteProps) {
  const t = useTexts();
  return (
    <Note
      title={title}
      actions={
        <Button size="sm" busy={undo.isPending} aria-label={`${t("undo")}: ${title}`} onClick={onUndo}>
          {t("undo")}
        </Button>
      }
    >
      {children}
      {t.rich("tightenedBy", {
        name: <People people={people} inline />,
        at: <Time at={since} shape="minute" />,
      })}
      {Boolean(undo.error) && <ErrorBox error={undo.error} />}
    </Note>
  );
}
