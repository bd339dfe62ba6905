// Passkeys, an authenticator app, and the recovery codes that replace them.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { AuthenticatorDialog } from "./authenticator-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { Passkeys } from "./passkeys.tsx";
import { securityChanges } from "./security.ts";
import type { Security } from "./security.ts";
import { useTexts } from "./texts.ts";

export function SecondFactorCard({ security }: { security: Security }) {
  const t = useTexts();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isSettingUp, setSettingUp] = useState(false);
  const removing = useSend("removeAuthenticator", { refreshes: securityChanges });
  const renewing = useSend("replaceRecoveryCodes", {
    refreshes: securityChanges,
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const { authenticator, passkeys, recoveryCodes } = security;
  return (
    <Card title={t("factors")} lead={t("factorsLead")}>
      <div className="grid gap-6">
        {security.reset && <ResetNote reset={security.reset} />}
        <Passkeys passkeys={passkeys} onCodes={setCodes} />
        <section className="grid justify-items-start gap-2 border-t border-line pt-5">
          <h3 className="text-16 font-semibold">{t("app")}</h3>
          <p className="text-14 text-ink-2">{authenticator ? t("appIsOn") : t("appLead")}</p>
          {removing.error && <ErrorBox error={removing.error} />}
          {authenticator ? (
            <Button look="danger" busy={removing.isPending} onClick={() => removing.send({})}>
              {t("removeNamed", { name: t("app") })}
            </Button>
          ) : (
            <Button onClick={() => setSettingUp(true)}>{t("setUp")}</Button>
          )}
        </section>
        <section className="grid justify-items-start gap-2 border-t border-line pt-5">
          <h3 className="text-16 font-semibold">{t("recovery")}</h3>
          <p className="text-14 text-ink-2">
            {authenticator || passkeys.length > 0
              ? t("recoveryLeft", { count: recoveryCodes })
              : t("recoveryNone")}
          </p>
          {renewing.error && <ErrorBox error={renewing.error} />}
          {(authenticator || passkeys.length > 0) && (
            <Button busy={renewing.isPending} onClick={() => renewing.send({})}>
              {t("newCodes")}
            </Button>
          )}
        </section>
      </div>
      {isSettingUp && (
        <AuthenticatorDialog
          onClose={() => setSettingUp(false)}
          onDone={(made) => {
            setSettingUp(false);
            setCodes(made);
          }}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

/** Shows a removal that others have requested. The member can stop it. */
function ResetNote({ reset }: { reset: NonNullable<Security["reset"]> }) {
  const t = useTexts();
  const keeping = useSend("keepFactors", { refreshes: securityChanges });
  return (
    <Note
      tone="warn"
      title={t.rich("resetAsked", { name: <Person person={reset.askedBy} /> })}
      actions={
        <Button size="sm" busy={keeping.isPending} onClick={() => keeping.send({})}>
          {t("keepFactors")}
        </Button>
      }
    >
      {reset.dueAt === null ? (
        t("resetWaits")
      ) : (
        <>
          {t("resetDue")} <Time at={reset.dueAt} shape="minute" />.
        </>
      )}
      {keeping.error && <ErrorBox error={keeping.error} />}
    </Note>
  );
}
