// Explains why banks get no payments since the database was restored, what happens to payments, and what to do.
import { Link } from "react-router";
import { Note } from "../layout.tsx";
import { Time } from "../time.tsx";
import { useTexts } from "./texts.ts";

interface RecoveryNoteProps {
  /** The banks, each with the time to which the database was restored. */
  held: readonly { bankName: string; since: string }[];
  /** The address of the page with the banks' statements. */
  statements: string;
}

export function RecoveryNote({ held, statements }: RecoveryNoteProps) {
  const t = useTexts();
  const [first] = held;
  if (first === undefined) return null;
  return (
    <Note tone="warn" title={t("heldTitle", { banks: held.map(({ bankName }) => bankName).join(", ") })}>
      <p>{t.rich("heldWhy", { time: <Time at={first.since} shape="minute" /> })}</p>
      <p className="mt-1">
        {t("heldMeanwhile")}{" "}
        <Link to={statements} className="text-link underline">
          {t("heldStatements")}
        </Link>
      </p>
      <p className="mt-1">
        {t.rich("heldEnd", { command: <code className="font-mono">end-recovery</code> })}
      </p>
    </Note>
  );
}
