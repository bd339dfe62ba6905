// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import vitaran.Calls;
import vitaran.Input;
import vitaran.Operation;

/** The verbs of {@code tokens}: {@code vitaran.tokens()}. Safe for many threads. */
public class Tokens {
  private static final Operation VERIFY =
      Operation.of("tokens.verify", "POST", "/payout/v1/verifyToken")
          .build();

  private final Calls calls;

  public Tokens(Calls calls) {
    this.calls = calls;
  }

  /**
   * Verify a token.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 413, 429, 502, 503
   */
  public VerifyResult verify() {
    return calls.call(VERIFY, Input.EMPTY, VerifyResult.class);
  }

  /**
   * The answer of {@code tokens.verify}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record VerifyResult(
      String status,
      String subCode,
      String message,
      String requestId) {}
}
