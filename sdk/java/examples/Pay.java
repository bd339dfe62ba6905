import vitaran.OutcomeUnknownException;
import vitaran.Vitaran;
import vitaran.api.Transfers.CreateDirectInput;
import vitaran.api.Transfers.GetInput;

/** Pays, and does the right thing when no answer comes: CLIENT_ID=... CLIENT_SECRET=... java -cp ... Pay inv_2041 */
public class Pay {
  public static void main(String[] arguments) {
    var vitaran =
        Vitaran.builder()
            .baseUrl(System.getenv().getOrDefault("VITARAN", "http://localhost:8080"))
            .clientId(System.getenv("CLIENT_ID"))
            .clientSecret(System.getenv("CLIENT_SECRET"))
            .build();
    var payee =
        CreateDirectInput.BeneDetails.builder()
            .name("Asha Rao")
            .email("asha@rao.example")
            .phone("9876543210")
            .bankAccount("026291800001191")
            .ifsc("YESB0000262")
            .address1("Sector 44")
            .build();
    String transferId = arguments.length > 0 ? arguments[0] : "inv_2041";
    var order =
        CreateDirectInput.builder()
            .transferId(transferId)
            .amount("1243.50")
            .transferMode("imps")
            .beneDetails(payee)
            .build();
    try {
      var paid = vitaran.transfers().createDirect(order);
      System.out.println(paid.status() + " " + paid.utr());
    } catch (OutcomeUnknownException unknown) {
      // Not failed: the same id says how it stands.
      var transfer = vitaran.transfers().get(GetInput.builder().transferId(transferId).build());
      System.out.println(transfer.status());
    }
  }
}
