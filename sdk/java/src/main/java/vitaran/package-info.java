/**
 * The Java client of Vitaran, the open-source payouts platform: exact amounts, safe repeats, typed exceptions and
 * verified webhooks. Begin with {@link vitaran.Vitaran#builder()}; {@code vitaran.api} has the verbs, written from
 * the contract.
 */
package vitaran;
