// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Operation;

/** The verbs of {@code downtimes}: {@code vitaran.downtimes()}. Safe for many threads. */
public class Downtimes {
  private static final Operation LIST =
      Operation.of("downtimes.list", "GET", "/payout/v1.2/downtimes")
          .list("downtimes", Operation.Turn.NOTHING)
          .inQuery("status", "paymentInstrumentId")
          .build();

  private final Calls calls;

  public Downtimes(Calls calls) {
    this.calls = calls;
  }

  /**
   * List downtimes of your fund sources.
   *
   * <p>An extension of the classic contract. Incidents of the banks behind your fund sources, newest first:
   * unscheduled ones for 15 days after they start, scheduled ones until 7 days after they end. The fields match
   * the webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks see {@code incidents}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list(ListInput input) {
    return calls.list(LIST, input, ListItem.class);
  }

  /**
   * List downtimes of your fund sources.
   *
   * <p>An extension of the classic contract. Incidents of the banks behind your fund sources, newest first:
   * unscheduled ones for 15 days after they start, scheduled ones until 7 days after they end. The fields match
   * the webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks see {@code incidents}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /** The input of {@code downtimes.list}. */
  public static final class ListInput extends Input {
    private ListInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListInput, Builder> {
      /** One of {@code ACTIVE}, {@code UPCOMING}, {@code RESOLVED}, {@code ALL}. */
      public Builder status(String value) {
        return set("status", value);
      }

      /** Only this fund source. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      @Override
      public ListInput build() {
        return new ListInput(this);
      }
    }
  }

  /**
   * One of the list of {@code downtimes.list}.
   *
   * @param fundSources Fund sources that pay through this bank.
   * @param incidentType One of {@code SCHEDULED}, {@code UNSCHEDULED}.
   * @param mode One of {@code IMPS}, {@code NEFT}, {@code RTGS}, {@code UPI}, {@code PAYTM},
   *     {@code AMAZONPAY}, {@code CARD}.
   * @param startedAt When it began, or will begin (Indian time).
   * @param endsAt The announced end; empty if none was announced.
   * @param resolvedAt Empty until it is over.
   * @param status One of {@code ACTIVE}, {@code UPCOMING}, {@code RESOLVED}.
   * @param severity One of {@code LOW}, {@code HIGH}.
   */
  public record ListItem(
      Long id,
      List<FundSourcesItem> fundSources,
      String bankId,
      String bankName,
      String incidentType,
      String mode,
      String startedAt,
      String endsAt,
      String resolvedAt,
      String status,
      String severity) {
    /** In {@code fundSources}. */
    public record FundSourcesItem(
        String paymentInstrumentId,
        String name) {}
  }
}
