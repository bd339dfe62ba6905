// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Operation;

/** The verbs of {@code incidents}: {@code vitaran.incidents()}. Safe for many threads. */
public class Incidents {
  private static final Operation LIST =
      Operation.of("incidents.list", "GET", "/payout/v1/incidents")
          .list("incidents", Operation.Turn.NOTHING)
          .inQuery("status", "startTime", "endTime", "entityCode")
          .build();

  private final Calls calls;

  public Incidents(Calls calls) {
    this.calls = calls;
  }

  /**
   * List incidents of beneficiaries' banks.
   *
   * <p>Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST. The range
   * is today by default.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list(ListInput input) {
    return calls.list(LIST, input, ListItem.class);
  }

  /**
   * List incidents of beneficiaries' banks.
   *
   * <p>Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST. The range
   * is today by default.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /** The input of {@code incidents.list}. */
  public static final class ListInput extends Input {
    private ListInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListInput, Builder> {
      /** One of {@code RESOLVED}, {@code UNRESOLVED}, {@code ALL}. */
      public Builder status(String value) {
        return set("status", value);
      }

      /** Default: today 00:00:00. At most 90 days from now. */
      public Builder startTime(String value) {
        return set("startTime", value);
      }

      /** Default: today 23:59:59. At most 7 days after {@code startTime}. */
      public Builder endTime(String value) {
        return set("endTime", value);
      }

      /** Only this bank or handle. */
      public Builder entityCode(String value) {
        return set("entityCode", value);
      }

      @Override
      public ListInput build() {
        return new ListInput(this);
      }
    }
  }

  /**
   * One of the list of {@code incidents.list}.
   *
   * @param type One of {@code BENEFICIARY}.
   * @param entity HANDLE: the part of a UPI ID after the &#64;. One of {@code BANK}, {@code HANDLE}.
   * @param mode One of {@code IMPS}, {@code NEFT}, {@code RTGS}, {@code UPI}.
   * @param createdAt When it began, or will begin (Indian time).
   * @param resolvedAt Empty until it is over.
   * @param impact One of {@code LOW}, {@code HIGH}.
   * @param entityCode For a bank, the first four letters of its IFSCs.
   */
  public record ListItem(
      Long id,
      String type,
      String entity,
      String mode,
      String createdAt,
      String resolvedAt,
      Boolean isScheduled,
      Boolean isResolved,
      String impact,
      String entityName,
      String entityCode) {}
}
