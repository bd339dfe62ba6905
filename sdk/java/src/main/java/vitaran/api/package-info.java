/**
 * Nouns and verbs of the contract, with what they take and answer. Written from the contract by sdk/generate, but for
 * this file. Components of answers are null where the server said nothing; choices are text, so that a newer server
 * may have more of them.
 */
package vitaran.api;
