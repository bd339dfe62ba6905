/** The dashboard's API under `/api`, for members in a browser. */
export { buildDashboardContract } from "./build-contract.ts";
export { mountDashboard } from "./mount-dashboard.ts";
export { operations } from "./operations/index.ts";
export type { DashboardOperation } from "./operation.ts";
export {
  quickOrderFields,
  quickOrderRefusals,
  readQuickOrder,
} from "./operations/transfers/order-transfer.ts";
export { describeRefusal } from "./operations/transfers/refusal-sentences.ts";
export { stateOf } from "./operations/transfers/transfer-state.ts";
