// The passkeys of this browser. Their library is fetched when a passkey is first needed.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Inputs, Outputs } from "./operations.ts";

type Question = Outputs["askForPasskey"]["options"];
type NewKey = Outputs["startPasskey"]["options"];

/** Asks for a passkey to sign the server's challenge. Rejects if the member does not provide one. */
export async function signWithPasskey(options: Question): Promise<Inputs["logInWithPasskey"]["response"]> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

/** Asks the browser to create a passkey. Rejects if the member declines or already has one on this device. */
export async function makePasskey(options: NewKey): Promise<Inputs["addPasskey"]["response"]> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
}

/** True if this page can use passkeys, which need HTTPS or localhost. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;
