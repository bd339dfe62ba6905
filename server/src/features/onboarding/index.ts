/** The progress of a merchant in getting to know the product. */
export { ONBOARDING_STEPS, readOnboarding } from "./read-onboarding.ts";
