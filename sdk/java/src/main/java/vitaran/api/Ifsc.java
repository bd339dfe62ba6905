// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import vitaran.Calls;
import vitaran.Input;
import vitaran.Operation;

/** The verbs of {@code ifsc}: {@code vitaran.ifsc()}. Safe for many threads. */
public class Ifsc {
  private static final Operation GET =
      Operation.of("ifsc.get", "GET", "/payout/v1/ifsc/{ifsc}")
          .build();

  private final Calls calls;

  public Ifsc(Calls calls) {
    this.calls = calls;
  }

  /**
   * Look up an IFSC.
   *
   * <p>Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city, state and branch
   * are empty because the list has none. NEFT and RTGS are reported as live, as listed branches normally are.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /** The input of {@code ifsc.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** Needed. */
      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code ifsc.get}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param neft One of {@code Live}, {@code Not Live}.
   * @param imps One of {@code Live}, {@code Not Live}.
   * @param rtgs One of {@code Live}, {@code Not Live}.
   * @param upi One of {@code Live}, {@code Not Live}.
   * @param ft One of {@code Live}, {@code Not Live}.
   * @param card One of {@code Live}, {@code Not Live}.
   * @param category One of {@code DIRECT_MEMBER}, {@code SUB_MEMBER}.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String status,
      String subCode,
      String message,
      String bank,
      String ifsc,
      String neft,
      String imps,
      String rtgs,
      String upi,
      String ft,
      String card,
      String address,
      String city,
      String state,
      String branch,
      String ifscSubcode,
      String category,
      String swiftCode,
      String requestId) {}
}
