import vitaran.Vitaran;
import vitaran.api.Transfers.CreateDirectInput;

public class DirectTransfer {
  public static void main(String[] args) {
    var vitaran = Vitaran.builder()
        .baseUrl(System.getenv("VITARAN"))
        .clientId(System.getenv("CLIENT_ID"))
        .clientSecret(System.getenv("CLIENT_SECRET"))
        .build();
    var payee = CreateDirectInput.BeneDetails.builder()
        .name("Ravi Traders")
        .email("accounts@ravi.example")
        .phone("9876543210")
        .bankAccount("026291800001191")
        .ifsc("YESB0000262")
        .address1("Sector 44, Gurgaon")
        .build();
    var transfer = vitaran.transfers().createDirect(CreateDirectInput.builder()
        .amount("1250.00")
        .transferId(System.getenv().getOrDefault("TRANSFER_ID", "inv_2041"))
        .transferMode("imps")
        .remarks("Invoice 2041")
        .beneDetails(payee)
        .build());
    System.out.println(transfer.status() + " " + transfer.message() + " " + transfer.utr());
  }
}
