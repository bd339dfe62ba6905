// /sign-on: the provider sends people back here. The same page, in a window of its own, begins a fresh proof.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#dashboard/api/call.ts";
import { tellProved } from "#dashboard/shell/provider-proof.ts";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { CodeStep } from "./code-step.tsx";
import { goToProvider, takeWay } from "./kept-way.ts";
import { useTexts } from "./texts.ts";
import { useEntered } from "./use-entered.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Step =
  | { kind: "working" }
  | { kind: "failed"; error: unknown; isProof: boolean }
  | { kind: "lost" }
  | { kind: "code"; ticket: string; passkey: boolean; next: string | null }
  | { kind: "entered"; next: string | null }
  | { kind: "proved" };

/** Does what the address asks for, and returns what to show. */
async function proceed(query: string): Promise<Step> {
  if (query === "?prove") {
    try {
      const { ticket, url } = await call("startProviderProof", {});
      goToProvider(url, { ticket, purpose: "proof", next: null });
      return { kind: "working" };
    } catch (error) {
      return { kind: "failed", error, isProof: true };
    }
  }
  const way = takeWay();
  if (way === undefined || query === "") return { kind: "lost" };
  const { ticket, purpose, next } = way;
  try {
    if (purpose === "proof") {
      await call("answerProviderProof", { ticket, query });
      tellProved();
      window.close();
      return { kind: "proved" };
    }
    const answer = await call("answerProviderLogIn", { ticket, query });
    if (answer.ticket === null) return { kind: "entered", next };
    return { kind: "code", ticket: answer.ticket, passkey: answer.passkey, next };
  } catch (error) {
    return { kind: "failed", error, isProof: purpose === "proof" };
  }
}

export default function SignOn() {
  const t = useTexts();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: "working" });
  const entered = useEntered();
  const begun = useRef(false);
  const enter = (next: string | null): void => {
    if (next === "close") setStep({ kind: "entered", next });
    else entered(next);
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { search, pathname } = window.location;
    // The provider's answer stays neither in the history nor in what a reload sends again.
    window.history.replaceState(window.history.state, "", pathname);
    void proceed(search).then((reached) => {
      if (reached.kind === "entered") enter(reached.next);
      else setStep(reached);
    });
  });
  if (step.kind === "working") return <PageHeader title={t("atProvider")} lead={t("atProviderLead")} />;
  if (step.kind === "entered") return <PageHeader title={t("loggedInClose")} lead={t("loggedInCloseLead")} />;
  if (step.kind === "proved") return <PageHeader title={t("proved")} lead={t("provedLead")} />;
  if (step.kind === "code") {
    const { ticket, passkey, next } = step;
    const back = () => void navigate("/login");
    return <CodeStep ticket={ticket} passkey={passkey} onEntered={() => enter(next)} onBack={back} />;
  }
  if (step.kind === "failed" && step.isProof)
    return (
      <>
        <PageHeader title={t("notProved")} />
        <ErrorBox error={step.error} />
        <Button size="money" className="mt-4" onClick={() => window.close()}>
          {t("closeWindow")}
        </Button>
      </>
    );
  return (
    <>
      <PageHeader title={t("notEntered")} {...(step.kind === "lost" ? { lead: t("notEnteredLead") } : {})} />
      {step.kind === "failed" && <ErrorBox error={step.error} />}
      <ButtonLink look="primary" size="money" className="mt-4" to="/login">
        {t("backToLogIn")}
      </ButtonLink>
    </>
  );
}
