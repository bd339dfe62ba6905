// The drawings of the documentation. Each uses the same data as the tables.
import * as flows from "#app/facts/flows.ts";
import { Sequence } from "./sequence.tsx";

export { StateMachine } from "./state-machine.tsx";

export const PaymentFlow = () => <Sequence flow={flows.paymentFlow} />;
export const ReversalFlow = () => <Sequence flow={flows.reversalFlow} />;
export const ApprovalFlow = () => <Sequence flow={flows.approvalFlow} />;
export const QueueFlow = () => <Sequence flow={flows.queueFlow} />;
export const LendingFlow = () => <Sequence flow={flows.lendingFlow} />;
export const PhoneFlow = () => <Sequence flow={flows.phoneFlow} />;
export const FlowgramFlow = () => <Sequence flow={flows.flowgramFlow} />;
export const WebhookFlow = () => <Sequence flow={flows.webhookFlow} />;
