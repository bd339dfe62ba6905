import java.util.List;
import vitaran.BatchOfRows;
import vitaran.BatchRow;
import vitaran.Vitaran;
import vitaran.api.Batches;

public class BatchTransfer {
  public static void main(String[] args) {
    var vitaran = Vitaran.builder()
        .baseUrl(System.getenv("VITARAN"))
        .clientId(System.getenv("CLIENT_ID"))
        .clientSecret(System.getenv("CLIENT_SECRET"))
        .build();
    String batchId = System.getenv().getOrDefault("BATCH_ID", "salaries_11");

    System.out.println(vitaran.batches().createFromRows(BatchOfRows.builder()
        .batchTransferId(batchId)
        .rows(List.of(
            BatchRow.builder()
                .transferId(batchId + "_1").amount("64250.00").phone("9876543210")
                .bankAccount("026291800001191").ifsc("YESB0000262")
                .email("accounts@ravi.example").name("Ravi Traders")
                .build(),
            BatchRow.builder()
                .transferId(batchId + "_2").amount("58900.00").phone("9876543211")
                .bankAccount("00011020001772").ifsc("HDFC0000001")
                .email("office@meera.example").name("Meera Works")
                .build()))
        .build()));
    var asked = Batches.GetInput.builder().batchTransferId(batchId).build();
    System.out.println(vitaran.batches().get(asked));
  }
}
