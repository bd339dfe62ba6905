import java.util.List;
import java.util.Map;
import vitaran.BatchOfRows;
import vitaran.BatchRow;
import vitaran.Money;
import vitaran.Vitaran;
import vitaran.api.Batches;

/** Pays rows as one batch, once their sum is what was meant: java -cp ... PayRows salaries_2026_11 */
public class PayRows {
  public static void main(String[] arguments) {
    var vitaran =
        Vitaran.builder()
            .baseUrl(System.getenv().getOrDefault("VITARAN", "http://localhost:8080"))
            .clientId(System.getenv("CLIENT_ID"))
            .clientSecret(System.getenv("CLIENT_SECRET"))
            .build();
    String id = arguments.length > 0 ? arguments[0] : "salaries_2026_11";
    var contact = Map.of("name", "Asha Rao", "email", "payee@example.com", "phone", "9876543210");
    List<BatchRow> rows =
        List.of(
            row(contact).transferId(id + "_1").amount("45000.00").vpa("success@upi").build(),
            row(contact).transferId(id + "_2").amount(Money.paise(3_825_050)).vpa("asha@upi").build());
    if (!BatchOfRows.sum(rows).equals(Money.rupees("83250.50"))) {
      throw new IllegalStateException("The rows are not what was meant");
    }
    vitaran.batches().createFromRows(BatchOfRows.builder().batchTransferId(id).rows(rows).build());
    var batch = vitaran.batches().get(Batches.GetInput.builder().batchTransferId(id).build());
    batch.transfers().forEach(transfer -> System.out.println(transfer.transferId() + " " + transfer.status()));
  }

  private static BatchRow.Builder row(Map<String, String> contact) {
    BatchRow.Builder row = BatchRow.builder();
    contact.forEach(row::with);
    return row;
  }
}
