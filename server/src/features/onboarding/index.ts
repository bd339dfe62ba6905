/** The progress of a merchant in getting to know the product. */
export { ONBOARDING_STEPS, readOnboarding, type OnboardingStep } from "./read-onboarding.ts";
