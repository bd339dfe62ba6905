// Offers the provider of the domain in the address that is being typed.
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { goToProvider } from "./kept-way.ts";
import { useTexts } from "./texts.ts";

const TYPING_MS = 400;

/** Returns the domain of an address once it looks complete and typing has paused. */
function useDomain(email: string): string {
  const [domain, setDomain] = useState("");
  useEffect(() => {
    const [, typed = ""] = /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(email.trim()) ?? [];
    const timer = setTimeout(() => setDomain(typed.toLowerCase()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [email]);
  return domain;
}

export function ProviderButton({ email }: { email: string }) {
  const t = useTexts();
  const [query] = useSearchParams();
  const domain = useDomain(email);
  // The organization's own link finds its provider even if the domain is not reserved.
  const link = query.get("organization");
  const named = link === null ? {} : { organization: link };
  const { data } = useCall("findProvider", { domain, ...named }, { enabled: domain !== "" });
  const starting = useSend("startProviderLogIn", {
    onDone: ({ ticket, url }) => goToProvider(url, { ticket, purpose: "log-in", next: query.get("next") }),
  });
  if (domain === "" || !data?.found) return null;
  return (
    <div className="grid gap-2">
      <Button
        look={data.required ? "primary" : "secondary"}
        size="money"
        busy={starting.isPending}
        onClick={() => starting.send({ email, ...named })}
      >
        {t("withProvider", { domain })}
      </Button>
      {data.required && <p className="text-13 text-ink-2">{t("providerRequired", { domain })}</p>}
      {starting.error && <ErrorBox error={starting.error} />}
    </div>
  );
}
