/** Log-in by an organization's OpenID provider. */
export { answerProviderLogIn, answerProviderProof } from "./answer-log-in.ts";
export { connectProvider, disconnectProvider, registerProviderApprovals } from "./connect-provider.ts";
export { logInAddress, returnAddress } from "./provider.ts";
export { readProofWays, readProvider, unlinkMember } from "./read-provider.ts";
export { findProvider, startProviderLogIn, startProviderProof } from "./start-log-in.ts";
export { readIssuers } from "./read-issuers.ts";
